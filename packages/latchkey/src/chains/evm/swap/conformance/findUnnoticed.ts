/** Reading good calls, and what becomes of one when its bytes change. */
import type { Hex } from 'viem'
import { readSwapCall } from '../readSwapCall.ts'
import type { SwapReading } from '../swapReading.ts'
import { countedIn, type GoodSwap, me } from './goodSwaps.ts'

export function read(
  { shape, built }: GoodSwap,
  data: Hex = built.call.data,
  value = built.call.value,
): SwapReading | undefined {
  return readSwapCall(shape, { from: me, to: built.call.to as Hex, value, data })
}

export function textOf(value: unknown): string | undefined {
  return JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? String(each) : each))
}

/**
 * Bytes of a call's arguments that can be others while everything is read as before, although viem says that something which
 * counts is another.
 */
export function findUnnoticed(
  good: GoodSwap,
  isTried: (at: number) => boolean,
  others: (byte: number) => readonly number[],
): readonly string[] {
  const { data } = good.built.call
  const [before, counted] = [textOf(read(good)), textOf(countedIn(good.shape, data))]
  const unnoticed: string[] = []
  for (let at = 10; at < data.length; at += 2) {
    if (!isTried((at - 10) / 2)) continue
    const value = Number.parseInt(data.slice(at, at + 2), 16)
    for (const other of others(value)) {
      const byte = other.toString(16).padStart(2, '0')
      const changed: Hex = `0x${data.slice(2, at)}${byte}${data.slice(at + 2)}`
      if (other === value || textOf(read(good, changed)) !== before) continue
      if (textOf(countedIn(good.shape, changed)) !== counted) unnoticed.push(`byte ${(at - 10) / 2}: ${byte}`)
    }
  }
  return unnoticed
}
