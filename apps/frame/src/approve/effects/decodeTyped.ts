import { type Hex, parseAddress } from 'latchkey/evmcodec'
import type { TypedData } from '../../provider/evm/typedData.ts'
import { limited } from './decodeCall.ts'
import type { Effect } from './effect.ts'

/** Permit2, at one address on every network (Uniswap). */
const permit2 = '0x000000000022d473030f116ddee9f6b43ac78ba3'

/** What a signature of typed data allows, as far as its types are known ones; `undefined` for the rest. */
export function decodeTyped({ primaryType, domain, message }: TypedData): Effect | undefined {
  const contract = parseAddress(domain.verifyingContract)
  if (!contract) return undefined
  const isPermit2 = contract.toLowerCase() === permit2
  switch (primaryType) {
    case 'Permit':
      return permit(contract, message)
    case 'PermitSingle':
      return isPermit2 ? permitDetails(message.details, message.spender) : undefined
    case 'PermitBatch':
      return isPermit2 ? several(message.details, each => permitDetails(each, message.spender)) : undefined
    case 'PermitTransferFrom':
    case 'PermitWitnessTransferFrom':
      return isPermit2 ? permitted(message.permitted, message) : undefined
    case 'PermitBatchTransferFrom':
    case 'PermitBatchWitnessTransferFrom':
      return isPermit2 ? several(message.permitted, each => permitted(each, message)) : undefined
    case 'TransferWithAuthorization':
    case 'ReceiveWithAuthorization': {
      const [from, to, amount] = [address(message.from), address(message.to), number(message.value)]
      return from && to && amount !== undefined
        ? { is: 'transfer', token: contract, from, to, amount }
        : undefined
    }
    case 'OrderComponents':
    case 'Order':
      return { is: 'order', by: contract }
    default:
      return undefined
  }
}

/** EIP-2612, and DAI's older form with a yes instead of an amount. */
function permit(token: Hex, message: TypedData['message']): Effect | undefined {
  const spender = address(message.spender)
  if (!spender) return undefined
  if (typeof message.allowed === 'boolean') {
    const until = number(message.expiry)
    const amount = message.allowed ? {} : { amount: 0n }
    return { is: 'allowance', token, spender, ...amount, ...(until && { until }), signed: true }
  }
  const [amount, until] = [number(message.value), number(message.deadline)]
  if (amount === undefined) return undefined
  // The deadline is that of the signature: what it allows does not end with it.
  return until === undefined
    ? undefined
    : { is: 'allowance', token, spender, ...limited(amount), signed: true }
}

function permitDetails(details: unknown, by: unknown): Effect | undefined {
  const { token, amount, expiration } = Object(details) as Readonly<Record<string, unknown>>
  const [contract, spender, most, until] = [address(token), address(by), number(amount), number(expiration)]
  if (!contract || !spender || most === undefined || until === undefined) return undefined
  return { is: 'allowance', token: contract, spender, ...limited(most, 160), until, signed: true }
}

/** A transfer that the spender may make once, to whomever it likes. */
function permitted(entry: unknown, message: TypedData['message']): Effect | undefined {
  const { token, amount } = Object(entry) as Readonly<Record<string, unknown>>
  const [contract, spender] = [address(token), address(message.spender)]
  const [most, until] = [number(amount), number(message.deadline)]
  if (!contract || !spender || most === undefined || until === undefined) return undefined
  return { is: 'allowance', token: contract, spender, ...limited(most), until, signed: true }
}

function several(list: unknown, read: (entry: unknown) => Effect | undefined): Effect | undefined {
  if (!Array.isArray(list) || list.length === 0) return undefined
  const effects = list.map(read)
  return effects.every(effect => effect !== undefined) ? { is: 'batch', effects } : undefined
}

function address(value: unknown): Hex | undefined {
  return parseAddress(value)
}

/** The value was checked against its type already. */
function number(value: unknown): bigint | undefined {
  if (typeof value === 'number' || typeof value === 'string') return BigInt(value)
  return undefined
}
