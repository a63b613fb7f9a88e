#include "analysis/importers/packagelist.h"

#include <QRegularExpression>
#include <QTest>

using namespace tachograph;

/// What people keep about the software a run ran on.
class TestPackageList : public QObject {
    Q_OBJECT
  private slots:
    void initTestCase() { QTest::failOnWarning(QRegularExpression(".*")); }

    void lists_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("expected");
        QTest::newRow("pip freeze") << QByteArray("torch==2.9.1+cu130\nflash-attn==2.8.3 ; sys_platform == 'linux'\n"
                                                  "# numpy==1.0\n-e git+https://x/y#egg=z\nnumpy>=2\n")
                                    << "flash-attn=2.8.3, torch=2.9.1+cu130";
        QTest::newRow("conda list") << QByteArray(
                                           "# packages in environment at /opt/conda:\n#\n# Name  Version  Build\n"
                                           "python                    3.11.9   h955ad1f_0\n"
                                           "pytorch  2.5.1  py3.11_cuda12.4_cudnn9.1.0_0  pytorch\n")
                                    << "python=3.11.9, pytorch=2.5.1";
        QTest::newRow("collect_env")
            << QByteArray("Collecting environment information...\nPyTorch version: 2.9.1+cu128\n"
                          "CUDA used to build PyTorch: 12.8\nROCM used to build PyTorch: N/A\n\n"
                          "OS: Debian GNU/Linux 12 (x86_64)\nNvidia driver version: 550.54\n"
                          "cuDNN version: Could not collect\nGPU models and configuration: \n"
                          "GPU 0: NVIDIA H100 80GB HBM3\nGPU 1: NVIDIA H100 80GB HBM3\n\n"
                          "Versions of relevant libraries:\n[pip3] triton==3.5.1\n[conda] numpy 1.26.4 pypi_0 pypi\n")
            << "cuda=12.8, driver=550.54, gpu=NVIDIA H100 80GB HBM3, numpy=1.26.4, os=Debian GNU/Linux 12 (x86_64), "
               "torch=2.9.1+cu128, triton=3.5.1";
        QTest::newRow("windows line ends") << QByteArray("torch==2.9.1\r\n") << "torch=2.9.1";
        QTest::newRow("prose") << QByteArray("We ran it with torch 2.9 on two machines\nEnjoy\n") << "";
        QTest::newRow("columns without a header of conda") << QByteArray("torch 2.9.1 x\n") << "";
        QTest::newRow("nothing behind the signs") << QByteArray("torch==\n==2\n") << "torch=";
        QTest::newRow("nothing") << QByteArray() << "";
    }
    void lists() {
        QFETCH(QByteArray, text);
        Source source = Source::fromBytes("list.txt", text.toStdString());
        Settings environment;
        readPackageList(source, environment);
        QStringList found;
        for (const auto& [name, version] : environment)
            found += QString::fromStdString(name + "=" + version);
        QTEST(found.join(", "), "expected");
    }

    void boundOfPackages() {
        QByteArray text;
        for (int i = 0; i < 6000; ++i)
            text += "p" + QByteArray::number(i) + "==1\n";
        Source source = Source::fromBytes("list.txt", text.toStdString());
        Settings environment;
        readPackageList(source, environment);
        QCOMPARE(environment.size(), std::size_t(5000));
    }

    void names() {
        QVERIFY(isPackageListName("requirements.txt"));
        QVERIFY(isPackageListName("collect_env.txt"));
        QVERIFY(!isPackageListName("train.txt"));
    }
};

QTEST_GUILESS_MAIN(TestPackageList)
#include "tst_packagelist.moc"
