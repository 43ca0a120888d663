import { addressOf, type CaipNetworkId, networkIdOf } from '../../contract/caip.ts'
import { createError } from '../../contract/errors/createError.ts'
import { isSignature } from '../../contract/hash.ts'
import type { TypedData, TypedDataDomain, TypedDataField, TypedDataOrder } from '../../contract/typedData.ts'
import { badAnswer } from '../foreign/badAnswer.ts'
import { toWalletError } from '../foreign/toWalletError.ts'
import type { EvmWallet } from './bindProvider.ts'
import { parseAddress } from './codec/address.ts'
import { ask } from './connectEvm.ts'
import { parseAddresses, parseChainId } from './parseAnswers.ts'
import { longestSignature } from './signEvmMessage.ts'

const method = 'eth_signTypedData_v4'
/** Characters of JSON; the embedded wallet takes no more either. */
const longestData = 131_072
/** In the order of EIP-712, which is a part of what is hashed. */
const domainFields: readonly (TypedDataField & { readonly name: keyof TypedDataDomain })[] = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
  { name: 'verifyingContract', type: 'address' },
  { name: 'salt', type: 'bytes32' },
]

/**
 * Signs typed data by `eth_signTypedData_v4`, for the account's own network alone (T61): the data's, the account's and the wallet's
 * network are compared before the wallet is asked, and the wallet's once more afterwards. Answers the signature as 0x data.
 * @throws LatchkeyError SIGN_REJECTED, SIGN_FAILED (`context.reason`: `typed-data`, `other-network`, `other-account`, or the wallet's
 * own failure), WALLET_BAD_ANSWER, MODAL_CLOSED when aborted.
 */
export async function signEvmTypedData(
  wallet: EvmWallet,
  { account, data, signal }: TypedDataOrder,
): Promise<string> {
  const asked = networkIdOf(account)
  const address = parseAddress(addressOf(account))
  if (!address) throw failed('other-account')
  const text = toText(data, asked)
  await checkNetwork(wallet, asked, signal)
  const accounts = parseAddresses(await askWallet(wallet, 'eth_accounts', signal)) ?? []
  if (!accounts.includes(address)) throw failed('other-account')
  const answer = await askWallet(wallet, method, signal, [addressOf(account), text])
  if (!isSignature(answer) || answer.length > longestSignature) throw badAnswer(method, answer)
  // A wallet that moved while it showed the data may have bound the signature to where it is now.
  await checkNetwork(wallet, asked, signal)
  return answer
}

async function checkNetwork(wallet: EvmWallet, asked: CaipNetworkId, signal: AbortSignal): Promise<void> {
  const answer = await askWallet(wallet, 'eth_chainId', signal)
  const real = parseChainId(answer)
  if (!real) throw badAnswer('eth_chainId', answer)
  if (real !== asked) throw failed('other-network', { asked, real })
}

function askWallet(wallet: EvmWallet, ...asked: [string, AbortSignal, unknown[]?]): Promise<unknown> {
  const [name, signal, params] = asked
  return ask(wallet, name, signal, params).catch(cause => {
    throw toWalletError(cause, 'SIGN_FAILED')
  })
}

/** Returns the JSON for the wallet, with the domain's type. @throws LatchkeyError SIGN_FAILED. */
function toText({ domain, types, primaryType, message }: TypedData, asked: CaipNetworkId): string {
  const chainId = toChainId(domain?.chainId)
  if (chainId === undefined) throw failed('typed-data', { hint: 'domain.chainId is the network’s number' })
  const named = `eip155:${chainId}`
  if (named !== asked) throw failed('other-network', { asked, named })
  const own = domainFields.filter(({ name }) => domain[name] !== undefined)
  const { EIP712Domain: given = own, ...structs } = types ?? {}
  // A type without the chain would let the signature count on every one.
  if (JSON.stringify(given) !== JSON.stringify(own))
    throw failed('typed-data', {
      hint: 'types.EIP712Domain is what the domain holds, in the order of EIP-712',
    })
  if (!Object.hasOwn(structs, primaryType))
    throw failed('typed-data', { hint: 'primaryType is one of types' })
  const text = toJson({
    types: { EIP712Domain: own, ...structs },
    domain: { ...domain, chainId: Number(chainId) },
    primaryType,
    message,
  })
  if (text === undefined || text.length > longestData)
    throw failed('typed-data', { hint: `JSON of at most ${longestData} characters` })
  return text
}

function toChainId(value: unknown): bigint | undefined {
  const isNumber = typeof value === 'bigint' || Number.isSafeInteger(value)
  const isText = typeof value === 'string' && /^(?:0x[\da-f]{1,14}|\d{1,16})$/i.test(value)
  const id = isNumber || isText ? BigInt(value as string) : 0n
  return id > 0n && id <= BigInt(Number.MAX_SAFE_INTEGER) ? id : undefined
}

function toJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value, (_, item: unknown) => (typeof item === 'bigint' ? item.toString() : item))
  } catch {
    return undefined
  }
}

function failed(reason: string, context: Readonly<Record<string, unknown>> = {}) {
  return createError('SIGN_FAILED', { context: { reason, ...context } })
}
