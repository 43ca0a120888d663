import { type Hex, word } from 'latchkey/evmcodec'

/** An argument of the ABI: a number or an address in one word, `bytes`, or a list of addresses. */
export type Argument = bigint | Hex | { readonly bytes: Hex } | { readonly list: readonly Hex[] }

/** Encodes arguments of the ABI as hexadecimal digits, without 0x. An address has 20 bytes. */
export function encodeArguments(...values: readonly Argument[]): string {
  let [head, tail] = ['', '']
  for (const value of values) {
    if (typeof value !== 'object') {
      head += word(BigInt(value))
      continue
    }
    head += word(BigInt(values.length * 32 + tail.length / 2))
    tail += 'bytes' in value ? encodeBytes(value.bytes) : encodeList(value.list)
  }
  return head + tail
}

function encodeBytes(bytes: Hex): string {
  const hex = bytes.slice(2)
  return word(BigInt(hex.length / 2)) + hex.padEnd(Math.ceil(hex.length / 64) * 64, '0')
}

function encodeList(list: readonly Hex[]): string {
  return [BigInt(list.length), ...list.map(BigInt)].map(word).join('')
}
