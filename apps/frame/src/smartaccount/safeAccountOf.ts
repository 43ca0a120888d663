import { type Hex, parseAddress } from 'latchkey/evmcodec'
import { safeContracts } from 'latchkey/services'
import { encodeArguments } from './encodeArguments.ts'
import { hashHex } from './hashHex.ts'

/** A smart account: where it is, and the call that puts it there. */
export interface SafeAccount {
  /** In EIP-55's capitals, the same on every network. */
  readonly address: Hex
  /** Its one owner at the time when its address was made. */
  readonly owner: Hex
  readonly factory: Hex
  readonly factoryData: Hex
}

/** Keccak-256 of SafeProxyFactory 1.4.1's proxy creation code and the address of the 1.4.1 singleton as its argument. */
const proxyHash = '76733d705f71b79841c0ee960a0ca880f779cde7ef446c989e6d23efc0a4adfb'
const zero: Hex = `0x${'0'.repeat(40)}`
const saltNonce = 0n

/**
 * The Safe of one owner (SPEC §6): version 1.4.1, threshold 1, the ERC-4337 module 0.3.0 as its only module and its
 * fallback handler, salt nonce 0. The address needs no network.
 */
export function safeAccountOf(owner: Hex): SafeAccount {
  const { factory, singleton, module, moduleSetup } = safeContracts
  // enableModules(address[])
  const enable: Hex = `0x8d0dc49f${encodeArguments({ list: [module] })}`
  // setup(owners, threshold, to, data, fallbackHandler, paymentToken, payment, paymentReceiver)
  const initializer: Hex = `0xb63e800d${encodeArguments(
    { list: [owner] },
    1n,
    moduleSetup,
    { bytes: enable },
    module,
    zero,
    0n,
    zero,
  )}`
  const salt = hashHex(hashHex(initializer) + encodeArguments(saltNonce))
  const hash = hashHex(`ff${factory.slice(2)}${salt.slice(2)}${proxyHash}`)
  return {
    address: parseAddress(`0x${hash.slice(-40)}`) as Hex,
    owner,
    factory,
    // createProxyWithNonce(singleton, initializer, saltNonce)
    factoryData: `0x1688f0b9${encodeArguments(singleton, { bytes: initializer }, saltNonce)}`,
  }
}
