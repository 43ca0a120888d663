import { createHash } from 'node:crypto'
import type { CaipNetworkId } from 'latchkey/contract'
import { formatBase58, parseBase58 } from 'latchkey/services'
import { answerWith, type FakeNode, startNode } from '../rpc/fakeNode.fixture.ts'
import { metadataAddress } from './metadataAddress.ts'
import { metadataProgram, token2022Program, tokenProgram } from './tokenPrograms.ts'

const genesis = '8KaaGZbMUyVEjJpuWTZYMECaZMrzF3TuAvVh7AG6PGw9'
/** The chain that the node says it is of. */
export const svmChain: CaipNetworkId = `solana:${genesis.slice(0, 32)}`

/** A key of a name, the same each time. */
export function keyOf(name: string): string {
  return formatBase58(new Uint8Array(createHash('sha256').update(name).digest()))
}

const bytesOf = (key: string): Uint8Array => parseBase58(key, 32) ?? new Uint8Array(32)
const u64 = (value: bigint): Uint8Array => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(value)
  return bytes
}
const u32 = (value: number): Uint8Array => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
const text = (value: string): Uint8Array => Buffer.concat([u32(Buffer.byteLength(value)), Buffer.from(value)])

/** A token account's bytes; state 1 is initialized, 2 frozen. */
export function tokenAccountBytes(account: {
  readonly mint: string
  readonly owner: string
  readonly amount: bigint
  readonly state?: number
}): Buffer {
  const { mint, owner, amount, state = 1 } = account
  const bytes = Buffer.alloc(165)
  bytes.set(bytesOf(mint), 0)
  bytes.set(bytesOf(owner), 32)
  bytes.set(u64(amount), 64)
  bytes[108] = state
  return bytes
}

export interface FakeDescription {
  readonly name: string
  readonly symbol?: string
  readonly uri?: string
  readonly collection?: { readonly key: string; readonly verified: boolean }
}

/** A mint's bytes; with a description as Token-2022 has it. */
export function mintBytes(mint: {
  readonly decimals: number
  readonly supply?: bigint
  /** The mint's own address, where it describes itself. */
  readonly address?: string
  readonly description?: FakeDescription
  /** Where the pointer leads; the mint itself by default. */
  readonly pointer?: string
  /** Numbers of further extensions, each of 56 bytes. */
  readonly extensions?: readonly number[]
}): Buffer {
  const { decimals, supply = 10n ** 12n, address, description, extensions = [] } = mint
  const base = Buffer.alloc(82)
  base.set(u64(supply), 36)
  base[44] = decimals
  base[45] = 1
  if (description === undefined || address === undefined) return base
  const { name, symbol = '', uri = '' } = description
  const zero = new Uint8Array(32)
  const extend = (type: number, content: Uint8Array) => {
    const head = Buffer.alloc(4)
    head.writeUInt16LE(type, 0)
    head.writeUInt16LE(content.byteLength, 2)
    return Buffer.concat([head, content])
  }
  return Buffer.concat([
    base,
    Buffer.alloc(165 - 82),
    Buffer.of(1),
    ...extensions.map(type => extend(type, new Uint8Array(56))),
    extend(18, Buffer.concat([zero, bytesOf(mint.pointer ?? address)])),
    extend(19, Buffer.concat([zero, bytesOf(address), text(name), text(symbol), text(uri), u32(0)])),
  ])
}

/** A description's bytes as Metaplex has them, filled up with zero bytes. */
export function metadataBytes(mint: string, description: FakeDescription): Buffer {
  const { name, symbol = '', uri = '', collection } = description
  const filled = (value: string, size: number) => text(value.padEnd(size, '\0'))
  return Buffer.concat([
    Buffer.of(4),
    new Uint8Array(32),
    bytesOf(mint),
    filled(name, 32),
    filled(symbol, 10),
    filled(uri, 200),
    // No share, one creator, unsold, to be changed, an edition, a standard.
    Buffer.of(0, 0, 1),
    u32(1),
    Buffer.alloc(34),
    Buffer.of(0, 1, 1, 254, 1, 0),
    collection
      ? Buffer.concat([Buffer.of(1, collection.verified ? 1 : 0), bytesOf(collection.key)])
      : Buffer.of(0),
  ])
}

/** A mint on the fake node. */
export interface FakeMint {
  readonly address: string
  readonly decimals: number
  readonly supply?: bigint
  /** Base units of each of the owner's accounts. */
  readonly amounts?: readonly bigint[]
  readonly frozen?: boolean
  readonly metaplex?: FakeDescription
  readonly own?: FakeDescription
  readonly pointer?: string
  readonly extensions?: readonly number[]
}

/** What the node answers for a method instead of the truth; a text is sent as the result's JSON. */
export type Lies = Readonly<Record<string, unknown>>

/** Starts a node of a Solana cluster that knows these mints, all held by one owner. */
export async function startSvmNode(of: {
  readonly owner: string
  readonly lamports?: number
  readonly mints: readonly FakeMint[]
  readonly lies?: Lies
  /** The hash of its cluster's genesis. */
  readonly cluster?: string
}): Promise<FakeNode> {
  const { owner, lamports = 1_500_000_000, mints, lies = {}, cluster = genesis } = of
  const accounts = new Map<string, object>()
  const place = (address: string, program: string, data: Uint8Array) =>
    accounts.set(address, {
      owner: program,
      data: [Buffer.from(data).toString('base64'), 'base64'],
      lamports: 1,
      executable: false,
      rentEpoch: 0,
    })
  const programOf = ({ own }: FakeMint) => (own === undefined ? tokenProgram : token2022Program)
  for (const mint of mints) {
    const { address, decimals, supply, own, pointer, metaplex, extensions } = mint
    const bytes = mintBytes({
      decimals,
      address,
      ...(supply !== undefined && { supply }),
      ...(own && { description: own }),
      ...(pointer !== undefined && { pointer }),
      ...(extensions && { extensions }),
    })
    place(address, programOf(mint), bytes)
    if (metaplex) place(metadataAddress(address) ?? '', metadataProgram, metadataBytes(address, metaplex))
  }
  const answer = answerWith(({ method, params }) => {
    if (method in lies) return lies[method] as object
    const [first, second] = params as readonly [unknown, { programId?: string; mint?: string }]
    const context = { slot: 7 }
    switch (method) {
      case 'getGenesisHash':
        return { result: cluster }
      case 'getBalance':
        return { result: { context, value: lamports } }
      case 'getMultipleAccounts':
        return { result: { context, value: (first as string[]).map(each => accounts.get(each) ?? null) } }
      case 'getTokenAccountsByOwner':
        return {
          result: {
            context,
            value: mints
              .filter(mint =>
                second.mint ? mint.address === second.mint : programOf(mint) === second.programId,
              )
              .flatMap(mint =>
                (mint.amounts ?? []).map((amount, at) => ({
                  pubkey: keyOf(`${mint.address} ${at}`),
                  account: {
                    owner: programOf(mint),
                    data: [
                      tokenAccountBytes({
                        mint: mint.address,
                        owner,
                        amount,
                        state: mint.frozen ? 2 : 1,
                      }).toString('base64'),
                      'base64',
                    ],
                  },
                })),
              ),
          },
        }
      default:
        return { error: { code: -32601, message: 'Method not found' } }
    }
  })
  const pings = answerWith(({ method }) => ({
    result: { getGenesisHash: cluster, getSlot: 7, getHealth: 'ok' }[method],
  }))
  return startNode(answer, pings)
}
