import { abi, type Hex, parseAddress, readAddress, readWord } from 'latchkey/evmcodec'
import { decodeSwap } from './decodeSwap.ts'
import { type Effect, flattenEffects } from './effect.ts'
import { type KnownContracts, noContracts } from './knownContracts.ts'

/** A call of the account, as it is sent. */
export interface Call {
  /** Absent: it makes a contract. */
  readonly to?: Hex
  readonly value: bigint
  readonly data: Hex
}

/** What a call is read with: whose it is. */
interface Reading {
  readonly from: Hex
  readonly to: Hex
  readonly value: bigint
  /** The arguments, without the selector. */
  readonly body: Hex
  readonly known: KnownContracts
  readonly depth: number
}

const deepest = 3

/**
 * What a call does, as far as its bytes say; a call that carries value besides does both. Only known contracts wrap and
 * swap: four bytes are a contract's own word (T58, S1).
 */
export function decodeCall(from: Hex, call: Call, known: KnownContracts = noContracts, depth = 0): Effect {
  const { to, value, data } = call
  if (to === undefined) return { is: 'deploy', size: (data.length - 2) / 2, ...(value > 0n && { value }) }
  if (data === '0x') return { is: 'transfer', to, amount: value }
  const selector = data.slice(0, 10).toLowerCase() as Hex
  const body: Hex = `0x${data.slice(10)}`
  const swap = decodeSwap({ from, to, value, data, known })
  if (swap) return swap
  const read = Object.hasOwn(readers, selector) ? readers[selector] : undefined
  const unknown: Effect = { is: 'unknown', to, ...(selector.length === 10 && { selector }) }
  const effect = read?.({ from, to, value, body, known, depth }) ?? unknown
  if (value === 0n || effect.is === 'wrap') return effect
  // None of the calls that are read by their selector is paid for: what takes money for one does something else.
  const isExplained = flattenEffects([effect]).every(({ is }) => is !== 'unknown')
  return {
    is: 'batch',
    effects: [{ is: 'transfer', to, amount: value }, effect, ...(isExplained ? [unknown] : [])],
  }
}

type Reader = (call: Reading) => Effect | undefined

/** By the first four bytes of keccak-256 of what stands beside it. */
const readers: Readonly<Record<string, Reader>> = {
  // transfer(address,uint256)
  '0xa9059cbb': ({ to: token, body }) => {
    const [to, amount] = [addressAt(body, 0), readWord(body, 1)]
    return to && amount !== undefined ? { is: 'transfer', token, to, amount } : undefined
  },
  // transferFrom(address,address,uint256): of an ERC-721 contract, the number is a collectible's (`effectWords` says so)
  '0x23b872dd': ({ to: token, body }) => {
    const [from, to, amount] = [addressAt(body, 0), addressAt(body, 1), readWord(body, 2)]
    return from && to && amount !== undefined ? { is: 'transfer', token, from, to, amount } : undefined
  },
  // approve(address,uint256)
  '0x095ea7b3': ({ to: token, body }) => allowance(token, body),
  // increaseAllowance(address,uint256)
  '0x39509351': ({ to: token, body }) => raise(token, body),
  // increaseApproval(address,uint256)
  '0xd73dd623': ({ to: token, body }) => raise(token, body),
  // setApprovalForAll(address,bool)
  '0xa22cb465': ({ to: collection, body }) => {
    const [operator, allowed] = [addressAt(body, 0), readWord(body, 1)]
    if (!operator || allowed === undefined || allowed > 1n) return undefined
    return { is: 'operator', collection, operator, allowed: allowed === 1n }
  },
  // safeTransferFrom(address,address,uint256)
  '0x42842e0e': ({ to: collection, body }) => collectible(collection, body),
  // safeTransferFrom(address,address,uint256,bytes)
  '0xb88d4fde': ({ to: collection, body }) => collectible(collection, body),
  // safeTransferFrom(address,address,uint256,uint256,bytes)
  '0xf242432a': ({ to: collection, body }) => {
    const effect = collectible(collection, body)
    const amount = readWord(body, 3)
    return effect && amount !== undefined ? { ...effect, amount } : undefined
  },
  // permit(address,address,uint256,uint256,uint8,bytes32,bytes32)
  '0xd505accf': ({ to: token, body }) => {
    const [spender, amount] = [addressAt(body, 1), readWord(body, 2)]
    return spender && amount !== undefined
      ? { is: 'allowance', token, spender, ...limited(amount) }
      : undefined
  },
  // approve(address,address,uint160,uint48) of Permit2
  '0x87517c45': ({ body }) => {
    const [token, spender] = [addressAt(body, 0), addressAt(body, 1)]
    const [amount, until] = [readWord(body, 2), readWord(body, 3)]
    if (!token || !spender || amount === undefined || until === undefined) return undefined
    return { is: 'allowance', token, spender, ...limited(amount, 160), until }
  },
  // transferFrom(address,address,uint160,address) of Permit2
  '0x36c78516': ({ body }) => {
    const [from, to] = [addressAt(body, 0), addressAt(body, 1)]
    const [amount, token] = [readWord(body, 2), addressAt(body, 3)]
    return from && to && token && amount !== undefined
      ? { is: 'transfer', token, from, to, amount }
      : undefined
  },
  // deposit()
  '0xd0e30db0': ({ to: token, value, body, known }) =>
    body === '0x' && isWrapped(token, known) ? { is: 'wrap', token, amount: value } : undefined,
  // withdraw(uint256)
  '0x2e1a7d4d': ({ to: token, body, known }) => {
    const amount = readWord(body)
    return amount !== undefined && body.length === 66 && isWrapped(token, known)
      ? { is: 'unwrap', token, amount }
      : undefined
  },
  // multicall(bytes[])
  '0xac9650d8': call => inner(call, abi.readArguments(call.body, calls)?.[0]),
  // multicall(uint256,bytes[])
  '0x5ae401dc': call => inner(call, abi.readArguments(call.body, abi.uint256, calls)?.[1]),
  // multicall(bytes32,bytes[])
  '0x1f0464d1': call => inner(call, abi.readArguments(call.body, abi.bytes32, calls)?.[1]),
  // aggregate3((address,bool,bytes)[]) of Multicall3, which calls by itself
  '0x82ad56cb': call => {
    const read = abi.readArguments(call.body, abi.list(abi.tuple(abi.address, abi.bool, abi.bytes)))
    return outer(
      call,
      read?.[0].map(([to, , data]) => ({ to, value: 0n, data })),
    )
  },
  // aggregate3Value((address,bool,uint256,bytes)[])
  '0x174dea71': call => {
    const type = abi.tuple(abi.address, abi.bool, abi.uint256, abi.bytes)
    const read = abi.readArguments(call.body, abi.list(type))
    return outer(
      call,
      read?.[0].map(([to, , value, data]) => ({ to, value, data })),
    )
  },
  // execute((address,uint256,bytes)[]) of accounts
  '0x3f707e6b': call => {
    const read = abi.readArguments(call.body, abi.list(abi.tuple(abi.address, abi.uint256, abi.bytes)))
    return outer(
      call,
      read?.[0].map(([to, value, data]) => ({ to, value, data })),
    )
  },
}

/** Calls, each as its data. */
const calls = abi.list(abi.bytes)

function allowance(token: Hex, body: Hex): Extract<Effect, { is: 'allowance' }> | undefined {
  const [spender, amount] = [addressAt(body, 0), readWord(body, 1)]
  return spender && amount !== undefined ? { is: 'allowance', token, spender, ...limited(amount) } : undefined
}

/** What has no limit has none whatever was allowed before. */
function raise(token: Hex, body: Hex): Effect | undefined {
  const effect = allowance(token, body)
  return effect?.amount === undefined ? effect : { ...effect, isMore: true }
}

/** The amount, or nothing where it is so large that it means "unlimited": no account holds half of the number range. */
export function limited(amount: bigint, bits = 256): { readonly amount?: bigint } {
  return amount >= 1n << BigInt(bits - 1) ? {} : { amount }
}

function collectible(collection: Hex, body: Hex) {
  const [from, to, id] = [addressAt(body, 0), addressAt(body, 1), readWord(body, 2)]
  return from && to && id !== undefined ? ({ is: 'nft', collection, from, to, id } as const) : undefined
}

function isWrapped(token: Hex, { wrapped }: KnownContracts): boolean {
  return token.toLowerCase() === wrapped
}

/** Calls that a contract makes to itself on the account's behalf. */
function inner(call: Reading, list: readonly Hex[] | undefined): Effect | undefined {
  if (!list || list.length === 0 || call.depth >= deepest) return undefined
  const { from, to, known, depth } = call
  const effects = list.map(data => decodeCall(from, { to, value: 0n, data }, known, depth + 1))
  return { is: 'batch', by: call.to, effects }
}

/** Calls that a contract makes to others. */
function outer(
  call: Reading,
  list: readonly { readonly to: Hex; readonly value: bigint; readonly data: Hex }[] | undefined,
): Effect | undefined {
  if (!list || list.length === 0 || call.depth >= deepest) return undefined
  // What another contract wraps or swaps, and for whom, is its own word.
  const known = call.to.toLowerCase() === call.from.toLowerCase() ? call.known : noContracts
  // It is that contract which calls, so what it moves is its own unless the call says otherwise.
  const effects = list.map(each => decodeCall(call.from, each, known, call.depth + 1))
  return { is: 'batch', by: call.to, effects }
}

function addressAt(body: Hex, index: number): Hex | undefined {
  return parseAddress(readAddress(body, index))
}
