#pragma once

#include "app/actions.h"
#include "app/exportdialog.h"
#include "app/previewpane.h"
#include "app/reportexporter.h"
#include "tests/app/windowfixture.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QLineEdit>
#include <QPushButton>

Q_DECLARE_METATYPE(tachograph::app::ExportChoice)

namespace tachograph::tests {

inline app::ExportChoice choiceOf(app::ReportKind kind, const char* size = "ticket", bool dark = false,
                                  double scale = 1, const char* without = nullptr) {
    app::ExportChoice choice;
    choice.form.kind = kind;
    choice.form.size = widgets::ReportSize::parse(QString::fromLatin1(size)).value();
    choice.form.dark = dark;
    choice.form.scale = scale;
    if (without)
        choice.form.content = contentWithout(without).value();
    return choice;
}

inline QByteArray readWhole(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

inline void writeWhole(const QString& path, const QByteArray& bytes) {
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("%s cannot be written", qPrintable(path));
}

/// A window whose export dialog is opened by its action, and the controls of the dialog by their names.
struct ExportWindow : WindowFixture {
    app::ExportDialog* dialog() const { return window->findChild<app::ExportDialog*>(); }

    bool openDialog() {
        window->actions().exportReport->trigger();
        return dialog() && QTest::qWaitForWindowExposed(dialog());
    }
    /// Until the preview is that of the choice.
    bool waitForPreview() const {
        return QTest::qWaitFor([this] { return !dialog()->preview().caption().isEmpty() && !drawing(); }, 60'000);
    }
    bool drawing() const { return dialog()->preview().caption().startsWith(QStringLiteral("Drawing")); }

    QComboBox* box(const char* name) const {
        for (auto* candidate : dialog()->findChildren<QComboBox*>())
            if (candidate->accessibleName() == QLatin1String(name))
                return candidate;
        qFatal("there is no box %s", name);
    }
    /// By the beginning of the entry; false when there is none.
    bool choose(const char* name, const char* entry) const {
        const int index = box(name)->findText(QString::fromLatin1(entry), Qt::MatchStartsWith);
        box(name)->setCurrentIndex(index);
        return index >= 0;
    }
    QCheckBox* check(const char* text) const {
        for (auto* candidate : dialog()->findChildren<QCheckBox*>())
            if (candidate->text() == QLatin1String(text))
                return candidate;
        qFatal("there is no box %s", text);
    }
    QPushButton* button(const char* text) const {
        for (auto* candidate : dialog()->findChildren<QPushButton*>())
            if (candidate->text() == QLatin1String(text))
                return candidate;
        qFatal("there is no button %s", text);
    }
    QLineEdit* file() const {
        for (auto* field : dialog()->findChildren<QLineEdit*>())
            if (!field->isReadOnly() && field->accessibleName() == QLatin1String("File"))
                return field;
        qFatal("there is no field for the file");
    }
};

} // namespace tachograph::tests
