import {
  type Address,
  concat,
  createPublicClient,
  createWalletClient,
  encodeAbiParameters,
  type Hex,
  http,
  keccak256,
  pad,
  size,
  toHex,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { chain } from './chain.ts'

export interface StrangeNfts {
  /** What the contract calls itself. */
  readonly name: string
  /** What the metadata of every one of them says. */
  readonly metadata: Readonly<Record<string, unknown>>
  /** How many the account is given, numbered from 1. Default 1. */
  readonly count?: number
}

/**
 * Deploys a collection with hostile words, and gives some of it to an account. The contract answers `name()` with its
 * name and any other call with its metadata, and its constructor emits the transfers. Returns its address.
 */
export async function giveStrangeNfts(to: Address, nfts: StrangeNfts, chainId = 31337): Promise<Address> {
  const { rpcUrl, setBalance } = chain(chainId)
  const transport = http(rpcUrl)
  const account = privateKeyToAccount(generatePrivateKey())
  await setBalance(account.address, 10n ** 20n)
  const wallet = createWalletClient({ account, transport })
  const hash = await wallet.sendTransaction({
    chain: null,
    data: concat([...transfersTo(to, nfts.count ?? 1), deployed(runtimeOf(nfts))]),
    gas: 25_000_000n,
  })
  const { contractAddress } = await createPublicClient({ transport }).waitForTransactionReceipt({
    checkReplacement: false,
    hash,
  })
  if (!contractAddress) throw new Error('The collection was not deployed.')
  return contractAddress
}

const two = (value: number) => toHex(value, { size: 2 })
const one = (value: number) => toHex(value, { size: 1 })
const PUSH1 = '0x60'
const PUSH2 = '0x61'

/** Emits ERC-721 transfers from the zero address. */
function transfersTo(to: Address, count: number): Hex[] {
  const topic = keccak256(toHex('Transfer(address,address,uint256)'))
  return Array.from({ length: count }, (_, at) =>
    // PUSH32 id, PUSH20 to, PUSH1 0 (from), PUSH32 topic, PUSH1 0 (size), PUSH1 0 (offset), LOG4
    concat(['0x7f', pad(toHex(at + 1)), '0x73', to, '0x6000', '0x7f', topic, '0x6000', '0x6000', '0xa4']),
  )
}

/** The end of a constructor: answers the code behind it. */
function deployed(runtime: Hex): Hex {
  // PUSH2 size, DUP1, PC, PUSH1 n, ADD, PUSH1 0, CODECOPY, PUSH1 0, RETURN
  const end = ['0x80', '0x58', PUSH1, one(10), '0x01', '0x6000', '0x39', '0x6000', '0xf3'] as const
  return concat([PUSH2, two(size(runtime)), ...end, runtime])
}

/** Answers one of two texts. */
function runtimeOf({ name, metadata }: StrangeNfts): Hex {
  const text = (value: string) => encodeAbiParameters([{ type: 'string' }], [value])
  const uri = `data:application/json;base64,${Buffer.from(JSON.stringify(metadata)).toString('base64')}`
  const [named, told] = [text(name), text(uri)]
  const answer = (length: number, offset: number): Hex =>
    // PUSH2 length, PUSH2 offset, PUSH1 0, CODECOPY, PUSH2 length, PUSH1 0, RETURN
    concat([PUSH2, two(length), PUSH2, two(offset), '0x6000', '0x39', PUSH2, two(length), '0x6000', '0xf3'])
  // PUSH1 0, CALLDATALOAD, PUSH1 224, SHR, PUSH4 name(), EQ, PUSH1 place, JUMPI
  const head = (place: number): Hex =>
    concat(['0x6000', '0x35', '0x60e0', '0x1c', '0x63', '0x06fdde03', '0x14', PUSH1, one(place), '0x57'])
  const [headSize, answerSize] = [size(head(0)), size(answer(0, 0))]
  const texts = headSize + answerSize + 1 + answerSize
  return concat([
    head(headSize + answerSize),
    answer(size(told), texts + size(named)),
    '0x5b',
    answer(size(named), texts),
    named,
    told,
  ])
}
