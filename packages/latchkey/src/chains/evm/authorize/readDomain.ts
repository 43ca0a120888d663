import type { Authorizing } from '../../../contract/authorizing.ts'
import { createError } from '../../../contract/errors/createError.ts'
import { word } from '../codec/abi.ts'
import { readText } from '../codec/abiBytes.ts'
import { parseAddress } from '../codec/address.ts'
import { keccak256 } from '../codec/keccak256.ts'
import { readToken } from '../pay/readToken.ts'
import { onlyWord } from '../swap/readAllowance.ts'

/** `name()`, `version()`, `DOMAIN_SEPARATOR()` and `authorizationState(address,bytes32)`, which EIP-3009 has. */
const nameSelector = '0x06fdde03'
const versionSelector = '0x54fd4d50'
const separatorSelector = '0x3644e515'
const stateSelector = '0xe94a0102'
const domainType = 'EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)'

/**
 * Reads a token and what its signatures are bound to. A request cannot have another name or version signed than the contract checks: the wallet
 * would show a name that is a lie.
 * @throws LatchkeyError PAYMENT_UNSUPPORTED, PAYMENT_UNSAFE (`context.reason`), and of `rpc`.
 */
export const readDomain: Authorizing['token'] = async (rpc, { network, requirements }, signal) => {
  const { asset, payTo, amount, extra } = requirements
  const address = parseAddress(asset)
  const isHere = requirements.network === network.caipNetworkId
  if (!address || !isHere || (extra.assetTransferMethod ?? 'eip3009') !== 'eip3009') throw unsupported('way')
  if (!parseAddress(payTo) || BigInt(payTo) === 0n)
    throw createError('PAYMENT_UNSAFE', { context: { reason: 'payTo' } })
  if (BigInt(amount) === 0n) throw unsupported('amount')
  const read = (data: string) => rpc('eth_call', [{ to: address, data }, 'latest'], signal)
  // A node answers a call that reverts with an error, which says nothing of the others.
  const maybe = (data: string) => read(data).catch(() => undefined)
  const [words, separator, state, ownName, ownVersion] = await Promise.all([
    readToken(rpc, { network, address }, signal),
    read(separatorSelector),
    read(`${stateSelector}${word(BigInt(payTo))}${word(0n)}`),
    extra.name === undefined ? maybe(nameSelector) : undefined,
    extra.version === undefined ? maybe(versionSelector) : undefined,
  ])
  const bound = onlyWord(separator)
  if (!words?.symbol || bound === undefined || onlyWord(state) === undefined) throw unsupported('token')
  const name = extra.name ?? readText(ownName)
  const version = extra.version ?? readText(ownVersion)
  if (name === undefined || version === undefined) throw unsupported('domain')
  const chain = BigInt(network.caipNetworkId.slice('eip155:'.length))
  if (hashDomain({ name, version, chain, address }) !== bound)
    throw createError('PAYMENT_UNSAFE', { context: { reason: 'domain', name, version } })
  return {
    asset: `${network.caipNetworkId}/erc20:${address}`,
    shown: { address, symbol: words.symbol, decimals: words.decimals },
    name,
    version,
  }
}

interface Domain {
  readonly name: string
  readonly version: string
  readonly chain: bigint
  readonly address: string
}

/** The domain separator of EIP-712. */
function hashDomain({ name, version, chain, address }: Domain): bigint {
  const words = [hashText(domainType), hashText(name), hashText(version), chain, BigInt(address)]
  const hex = words.map(word).join('')
  return toNumber(keccak256(Uint8Array.from(hex.match(/../g) ?? [], byte => Number.parseInt(byte, 16))))
}

function hashText(text: string): bigint {
  return toNumber(keccak256(new TextEncoder().encode(text)))
}

function toNumber(hash: Uint8Array): bigint {
  return hash.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)
}

function unsupported(reason: string): Error {
  return createError('PAYMENT_UNSUPPORTED', { context: { reason } })
}
