#include "analysis/importers/tensorboardtensor.h"

#include "analysis/importers/bytewindow.h"
#include "analysis/importers/wirereader.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

namespace tachograph {

namespace {

using Type = WireField::Type;

// Numbers of the fields of TensorProto and of the types that its field dtype names.
constexpr std::uint32_t dtypeField = 1, shapeField = 2, contentField = 4, textField = 8;
constexpr std::int64_t dtText = 7, dtBool = 10, dtBfloat16 = 14, dtHalf = 19;

enum class Meaning { real32, real64, whole, half, bfloat16 };

/// How a type is stored: the field of its values, and the bytes of one value in tensor_content.
struct Storage {
    std::int64_t dtype = 0;
    std::uint32_t field = 0;
    std::size_t bytes = 0;
    Meaning meaning = Meaning::whole;
    bool isSigned = true;
};

constexpr std::array storages = std::to_array<Storage>({
    {1, 5, 4, Meaning::real32, true},
    {2, 6, 8, Meaning::real64, true},
    {3, 7, 4, Meaning::whole, true},
    {4, 7, 1, Meaning::whole, false},
    {5, 7, 2, Meaning::whole, true},
    {6, 7, 1, Meaning::whole, true},
    {9, 10, 8, Meaning::whole, true},
    {dtBool, 11, 1, Meaning::whole, false},
    {dtBfloat16, 13, 2, Meaning::bfloat16, true},
    {17, 7, 2, Meaning::whole, false},
    {dtHalf, 13, 2, Meaning::half, true},
    {22, 16, 4, Meaning::whole, false},
    {23, 17, 8, Meaning::whole, false},
});

const Storage* storageOf(std::string_view tensor) {
    const auto dtype = fieldOf(tensor, dtypeField, Type::varint);
    const auto found = std::ranges::find(storages, dtype ? dtype->integer() : 0, &Storage::dtype);
    return found == storages.end() ? nullptr : &*found;
}

/// False when the shape says another number of elements than one. A missing shape is that of a scalar.
bool hasOneElement(std::string_view tensor) {
    WireReader dimensions(bytesOf(tensor, shapeField));
    while (const auto dimension = dimensions.next()) {
        const auto size = fieldOf(dimension->bytes, 1, Type::varint);
        if (dimension->number == 2 && (!size || size->integer() != 1))
            return false;
    }
    return true;
}

double fromHalf(std::uint64_t bits) {
    const double sign = (bits & 0x8000u) != 0 ? -1.0 : 1.0;
    const int exponent = static_cast<int>((bits >> 10) & 0x1Fu);
    const auto fraction = static_cast<double>(bits & 0x3FFu);
    if (exponent == 31)
        return fraction != 0.0 ? std::numeric_limits<double>::quiet_NaN()
                               : sign * std::numeric_limits<double>::infinity();
    return exponent == 0 ? sign * std::ldexp(fraction, -24) : sign * std::ldexp(1024.0 + fraction, exponent - 25);
}

double numberOf(std::uint64_t bits, const Storage& storage) {
    switch (storage.meaning) {
    case Meaning::real32:
        return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    case Meaning::real64:
        return std::bit_cast<double>(bits);
    case Meaning::half:
        return fromHalf(bits);
    case Meaning::bfloat16:
        return std::bit_cast<float>(static_cast<std::uint32_t>(bits & 0xFFFFu) << 16);
    default:
        return storage.isSigned ? static_cast<double>(static_cast<std::int64_t>(bits)) : static_cast<double>(bits);
    }
}

/// The one value in tensor_content, sign extended.
std::optional<std::uint64_t> fromContent(std::string_view content, const Storage& storage) {
    if (content.size() != storage.bytes)
        return std::nullopt;
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < content.size(); ++i)
        bits |= static_cast<std::uint64_t>(static_cast<std::uint8_t>(content[i])) << (8 * i);
    const bool negative = storage.meaning == Meaning::whole && storage.isSigned && content.size() < 8 &&
                          (static_cast<std::uint8_t>(content.back()) & 0x80u) != 0;
    return negative ? bits | (~std::uint64_t{0} << (8 * content.size())) : bits;
}

/// The one value in a field that is packed or not; nothing when there are several.
std::optional<std::uint64_t> fromValues(std::string_view tensor, const Storage& storage) {
    std::optional<std::uint64_t> value;
    WireReader reader(tensor);
    while (const auto field = reader.next()) {
        if (field->number != storage.field)
            continue;
        if (value)
            return std::nullopt;
        if (field->type != Type::bytes) {
            value = field->raw;
            continue;
        }
        std::string_view packed = field->bytes;
        if (storage.meaning == Meaning::real32 || storage.meaning == Meaning::real64)
            value = fromContent(packed, storage);
        else if (value = WireReader::takeVarint(packed); !packed.empty())
            return std::nullopt;
        if (!value)
            return std::nullopt;
    }
    return value;
}

} // namespace

std::optional<double> scalarOfTensor(std::string_view tensor) {
    const Storage* storage = storageOf(tensor);
    if (!storage || !hasOneElement(tensor))
        return std::nullopt;
    const std::string_view content = bytesOf(tensor, contentField);
    const auto bits = content.empty() ? fromValues(tensor, *storage) : fromContent(content, *storage);
    if (!bits)
        return std::nullopt;
    return numberOf(*bits, *storage);
}

bool isSinglePrecision(std::string_view tensor) {
    const Storage* storage = storageOf(tensor);
    return storage && storage->meaning != Meaning::real64 && storage->meaning != Meaning::whole;
}

std::optional<std::string_view> textOfTensor(std::string_view tensor) {
    const auto dtype = fieldOf(tensor, dtypeField, Type::varint);
    const auto text = fieldOf(tensor, textField, Type::bytes);
    if (!dtype || dtype->integer() != dtText || !text)
        return std::nullopt;
    return text->bytes;
}

} // namespace tachograph
