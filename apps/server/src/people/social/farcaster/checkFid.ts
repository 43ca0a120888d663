import type { CaipNetworkId } from 'latchkey/contract'
import type { Address, Hex } from 'viem'
import { once } from '../../../core/libraries/once.ts'
import { viem } from '../../../core/libraries/viem.ts'
import type { RpcProxy } from '../../../data/rpc/createRpcProxy.ts'
import { askOwnNodes } from '../../signin/askOwnNodes.ts'
import type { FarcasterSettings } from './readFarcasterSettings.ts'
import { readFid } from './readFid.ts'

const abi = once(() =>
  viem().parseAbi([
    'function idOf(address owner) view returns (uint256)',
    'function keyDataOf(uint256 fid, bytes key) view returns (uint8 state, uint32 keyType)',
  ]),
)
/** Milliseconds in which the nodes have to say whose an account is. */
const patience = 3_000
/** A key that was added and not removed, of the kind that signs its account in. */
const added = 1n
const signsIn = 2n

export interface FidDeps {
  readonly proxy: Pick<RpcProxy, 'call' | 'callNode' | 'count' | 'serves'>
  /** Nodes that have to agree. */
  readonly quorum: number
  readonly settings: FarcasterSettings
  readonly walletOrigin: string
  /** Milliseconds since 1970. */
  readonly now: () => number
}

export interface FidClaim {
  /** The exact text that was signed. */
  readonly message: string
  readonly signature: string
  /** The claimed account. */
  readonly fid: number
  /** The nonce issued for this login. */
  readonly nonce: string
  /** Host of the page that asks. */
  readonly requestId: string
}

/** `refusal` is for the log; the caller learns only that it was refused. */
export type FidVerdict = { readonly fid: string } | { readonly refusal: string }

/**
 * Whether a text signs a Farcaster account in, here and now (T55). It needs our origin and nonce, a signature at most
 * ten minutes old by a key or a contract, and an address of the account, as our own nodes report it. `unreachable`: no
 * node could answer.
 */
export async function checkFid(deps: FidDeps, claim: FidClaim): Promise<FidVerdict> {
  const { proxy, quorum, settings, walletOrigin, now } = deps
  const { message: text, signature, nonce } = claim
  const nodes = askOwnNodes(proxy, settings.chain, quorum)
  const { verifySignIn } = await import('latchkey/server')
  const verdict = await verifySignIn({
    message: text,
    signature,
    expected: { origins: [walletOrigin], nonce, chains: [settings.chain], now: now() },
    ...nodes,
  })
  if (!verdict.valid) return { refusal: verdict.refusal }
  const { message } = verdict
  const fid = readFid(message)
  if (fid === undefined || fid !== String(claim.fid)) return { refusal: 'fid' }
  // An app may leave it out; it may not say another page.
  if ((message.requestId ?? claim.requestId) !== claim.requestId) return { refusal: 'request' }
  const read = (to: Address, data: Hex) => readWords(nodes, settings.chain, { to, data })
  try {
    // As parsed, with its checksum.
    const address = verdict.address as Address
    const data = viem().encodeFunctionData({ abi: abi(), functionName: 'idOf', args: [address] })
    const [owned] = await read(settings.idRegistry, data)
    if (owned === BigInt(fid)) return { fid }
    if (settings.keyRegistry === undefined) return { refusal: 'custody' }
    const key: Hex = `0x${address.slice(2).toLowerCase().padStart(64, '0')}`
    const question = viem().encodeFunctionData({
      abi: abi(),
      functionName: 'keyDataOf',
      args: [BigInt(fid), key],
    })
    const [state, kind] = await read(settings.keyRegistry, question)
    return state === added && kind === signsIn ? { fid } : { refusal: 'custody' }
  } catch {
    return { refusal: 'unreachable' }
  }
}

/**
 * What a contract answers, in words of 32 bytes: the same of as many nodes as have to agree; none where there is no contract.
 * @throws Error when they did not answer, or not the same.
 */
async function readWords(
  { rpc, quorum, fetch }: ReturnType<typeof askOwnNodes>,
  chain: CaipNetworkId,
  call: { readonly to: Address; readonly data: Hex },
): Promise<readonly bigint[]> {
  const body = JSON.stringify({ id: 1, method: 'eth_call', params: [call, 'latest'] })
  const signal = AbortSignal.timeout(patience)
  async function ask(url: string): Promise<string | undefined> {
    try {
      const answer = (await (await fetch(url, { body, signal })).json()) as { readonly result?: unknown }
      return typeof answer.result === 'string' ? answer.result : undefined
    } catch {
      return undefined
    }
  }
  const answers = await Promise.all((rpc[chain] ?? []).map(ask))
  const agreed = answers.find(
    answer => answer !== undefined && answers.filter(each => each === answer).length >= quorum,
  )
  if (agreed === undefined || !/^0x(?:[0-9a-f]{64}){0,64}$/i.test(agreed)) throw new Error('No node answered')
  return (agreed.slice(2).match(/.{64}/g) ?? []).map(word => BigInt(`0x${word}`))
}
