import {
  type Address,
  bytesToHex,
  type Hex,
  hexToString,
  stringToBytes,
  type TypedDataDefinition,
} from 'viem'
import { signMessage, signTypedData } from 'viem/accounts'
import { invalid, isAddress, isBytes, parseAddress, parseObject, parseText, toQuantity } from './params.ts'
import { type Method, type MethodTable, prompting } from './walletContext.ts'

const personalSign: Method = (ctx, params) => {
  const [data, address] = personalSignParams(params)
  const { privateKey } = ctx.state.account(address)
  return prompting(() => signMessage({ privateKey, message: { raw: data } }))
}

/** Signing of messages and typed data: EIP-191 and EIP-712. */
export const signMethods: MethodTable = {
  personal_sign: personalSign,

  eth_signTypedData_v4: (ctx, [from, data]) => {
    const { privateKey } = ctx.state.account(parseAddress(from, 'The account'))
    const typedData = parseTypedData(data, ctx.state.snapshot.chainId)
    return prompting(async () => {
      try {
        return await signTypedData({ privateKey, ...typedData })
      } catch (error) {
        return invalid(error instanceof Error ? error.message : 'The typed data cannot be signed.')
      }
    })
  },
}

/** Returns the readable text of a `personal_sign` request, for a wallet's prompt. */
export function readSignedMessage(params: readonly unknown[]): string {
  const [data] = personalSignParams(params)
  return hexToString(data)
}

/** Sites send the two parameters in either order, and the text as it is or in hexadecimal. */
function personalSignParams([first, second]: readonly unknown[]): readonly [Hex, Address] {
  const swapped = isAddress(first) && !isAddress(second)
  const [message, from] = swapped ? [second, first] : [first, second]
  const text = parseText(message, 'The message')
  const data = isBytes(text) ? text : bytesToHex(stringToBytes(text))
  return [data, parseAddress(from, 'The account')]
}

function parseTypedData(value: unknown, chainId: number): TypedDataDefinition {
  let data = value
  if (typeof value === 'string') {
    try {
      data = JSON.parse(value)
    } catch {
      return invalid('The typed data is not JSON.')
    }
  }
  const { types, domain, primaryType, message } = parseObject(data, 'The typed data')
  const definition = {
    types: parseObject(types, 'types'),
    domain: parseObject(domain, 'domain'),
    primaryType: parseText(primaryType, 'primaryType'),
    message: parseObject(message, 'message'),
  }
  // The schema of EIP-712 wants it; wallets that go on without it sign for no domain at all.
  if (!Array.isArray(definition.types.EIP712Domain)) return invalid('types must have EIP712Domain.')
  const wanted = definition.domain.chainId
  if (wanted !== undefined && wanted !== null && !isChain(wanted, chainId)) {
    return invalid(
      `Provided chainId "${String(wanted)}" must match the active chainId "${chainId}" (${toQuantity(chainId)}).`,
    )
  }
  return definition as unknown as TypedDataDefinition
}

function isChain(value: unknown, chainId: number): boolean {
  if (typeof value === 'string' && value.trim() === '') return false
  return (typeof value === 'number' || typeof value === 'string') && Number(value) === chainId
}
