#include "analysis/numerics/hypergeometric.h"

#include <algorithm>
#include <cmath>

namespace tachograph::numerics {

namespace {

/// ln(n!).
double logFactorial(double n) {
    if (n < 20.0) {
        double product = 1.0;
        for (double k = 2.0; k <= n; k += 1.0)
            product *= k;
        return std::log(product);
    }
    const double x = n + 1.0; // Stirling's series for ln Gamma(x); the next term is below 1e-13
    const double x2 = x * x;
    return (x - 0.5) * std::log(x) - x + 0.91893853320467274178 + 1.0 / (12.0 * x) - 1.0 / (360.0 * x * x2) +
           1.0 / (1260.0 * x * x2 * x2) - 1.0 / (1680.0 * x * x2 * x2 * x2);
}

} // namespace

double logChoose(double n, double k) {
    return logFactorial(n) - logFactorial(k) - logFactorial(n - k);
}

double hypergeometricTail(std::size_t hits, std::size_t total, std::size_t marked, std::size_t drawn) {
    if (hits == 0)
        return 1.0;
    const auto n = static_cast<double>(total), k = static_cast<double>(marked), d = static_cast<double>(drawn);
    const double all = logChoose(n, d);
    double tail = 0.0;
    for (std::size_t x = hits; x <= std::min(marked, drawn); ++x) {
        const auto h = static_cast<double>(x);
        if (d - h > n - k)
            continue;
        tail += std::exp(logChoose(k, h) + logChoose(n - k, d - h) - all);
    }
    return std::min(1.0, tail);
}

} // namespace tachograph::numerics
