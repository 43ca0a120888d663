import { isOfBitcoinPrefix, readBitcoinAddress } from '../../addresses/bitcoinAddress.ts'
import type { Network } from '../../contract/network.ts'
import { prefixOf } from './bitcoinNetworks.ts'

/** Whether a value is an address on any network of bitcoin. */
export function isBitcoinAddress(value: unknown): value is string {
  return readBitcoinAddress(value) !== undefined
}

/** Whether an address can be on a network, by its prefix or version; true for a network whose prefix is not known. */
export function isBitcoinAddressOn(address: string, network: Network): boolean {
  const prefix = prefixOf(network)
  const read = readBitcoinAddress(address)
  return prefix === undefined || (read !== undefined && isOfBitcoinPrefix(read, prefix))
}
