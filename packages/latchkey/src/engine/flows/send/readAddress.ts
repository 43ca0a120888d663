import type { ChainAdapter } from '../../../contract/adapter.ts'
import type { Receiver } from './receiver.ts'

/** Longest text that is looked at; nothing that can be paid is longer. */
const longest = 300

export type Addresses = Pick<ChainAdapter, 'isAddress' | 'formatAddress'>

/** Classifies a text without a request; undefined when a request is needed, or more may be typed. */
export function readAddress(typed: string, adapter: Addresses): Receiver | undefined {
  const text = typed.trim()
  if (text === '') return { at: 'empty' }
  if (text.length > longest) return { at: 'wrong', problem: 'address' }
  const isAddress = (value: string): boolean => adapter.isAddress(value)
  if (isAddress(text)) {
    const address = adapter.formatAddress(text)
    // Base58 writes zeros as ones.
    return /^(?:(?:0x)?0+|1{32,})$/.test(address)
      ? { at: 'wrong', problem: 'zero' }
      : { at: 'known', address }
  }
  // In one case it would be an address: it is its capitals that are wrong, so one of its characters may be. Where the case is no checksum,
  // it is just another text.
  const plain = text.toLowerCase()
  const hasChecksum = isAddress(plain) && adapter.formatAddress(plain) !== plain
  return hasChecksum ? { at: 'wrong', problem: 'checksum' } : undefined
}
