import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import {
  type Address,
  address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  createTransactionMessage,
  type EncodedAccount,
  getTransactionDecoder,
  getTransactionEncoder,
  type Instruction,
  type MaybeEncodedAccount,
  pipe,
  type Signature,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import type { CaipNetworkId, RpcRequest } from 'latchkey/contract'
import { FailedTransactionMetadata, type LiteSVM } from 'litesvm'
import type { FrameChannel } from '../../../../../packages/latchkey/src/embedded/frame.ts'
import type { ApprovalView } from '../../approve/approvalView.ts'
import { composeApproval } from '../../approve/composeApproval.ts'
import { addressesOf } from '../../keys/derive/addressesOf.ts'
import type { ScreenResult } from '../../screens/createScreens.ts'
import { createProvider, type FrameProvider } from '../createProvider.ts'
import type { ProviderDeps } from '../deps.ts'
import { NodeFault } from '../nodes.ts'

/** The one that the chain in these tests says it is. */
export const cluster = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'

/** A transaction as a page makes one, unsigned, by Solana's own library. */
export function makeTransaction(options: {
  readonly version?: 0 | 'legacy'
  readonly payer: string
  readonly blockhash: string
  readonly instructions: readonly Instruction[]
}): Uint8Array {
  const { version = 0, payer, blockhash, instructions } = options
  const message = pipe(
    createTransactionMessage({ version }),
    empty => setTransactionMessageFeePayer(address(payer), empty),
    paid =>
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: blockhash as Blockhash, lastValidBlockHeight: 2n ** 60n },
        paid,
      ),
    lasting => appendTransactionMessageInstructions(instructions, lasting),
  )
  return Uint8Array.from(getTransactionEncoder().encode(compileTransaction(message)))
}

/** An account as nodes write it; null for one without lamports. */
function seen(account: MaybeEncodedAccount | EncodedAccount): unknown {
  if (('exists' in account && !account.exists) || account.lamports === 0n) return null
  const { lamports, programAddress, data } = account
  return {
    lamports: Number(lamports),
    owner: programAddress,
    data: [Buffer.from(data).toString('base64'), 'base64'],
  }
}

/** A network's nodes over a chain that runs here. */
export function nodesOf(svm: LiteSVM): RpcRequest {
  const decode = (wire: unknown) =>
    getTransactionDecoder().decode(Uint8Array.from(Buffer.from(String(wire), 'base64')))
  return async (method, [first, more]) => {
    switch (method) {
      case 'getGenesisHash':
        return `${cluster.slice('solana:'.length)}xxxxxxxxxxx`
      case 'getBalance':
        return { value: Number(svm.getBalance(first as Address) ?? 0n) }
      case 'getMultipleAccounts':
        return { value: (first as readonly Address[]).map(each => seen(svm.getAccount(each))) }
      case 'getFeeForMessage': {
        const [version = 0, signers = 0] = Buffer.from(String(first), 'base64')
        return { value: 5_000 * (version < 0x80 ? version : signers) }
      }
      case 'simulateTransaction': {
        // As its callers ask: without signatures, and with whatever blockhash is the newest.
        const { addresses = [] } = (more as { accounts?: { addresses?: Address[] } }).accounts ?? {}
        svm.withSigverify(false).withBlockhashCheck(false)
        const result = svm.simulateTransaction(decode(first))
        svm.withSigverify(true).withBlockhashCheck(true)
        if (result instanceof FailedTransactionMetadata)
          return { value: { err: String(result.err()), logs: result.meta().logs(), accounts: null } }
        const after = new Map(result.postAccounts().map(each => [each.address, each]))
        const accounts = addresses.map(each => seen(after.get(each) ?? svm.getAccount(each)))
        return { value: { err: null, logs: result.meta().logs(), accounts } }
      }
      case 'getHealth':
        return 'ok'
      case 'getSlot':
        return Number(svm.getClock().slot)
      case 'getLatestBlockhash':
        return { value: { blockhash: svm.latestBlockhash(), lastValidBlockHeight: 2 ** 40 } }
      case 'sendTransaction': {
        const result = svm.sendTransaction(decode(first))
        if (result instanceof FailedTransactionMetadata)
          throw new NodeFault({ code: -32_002, message: `Transaction simulation failed: ${result.err()}` })
        return 'sent'
      }
      case 'getSignatureStatuses': {
        const [signature] = first as readonly Signature[]
        const found = signature && svm.getTransaction(signature)
        // What a node refuses beforehand never comes to the chain.
        return { value: [found && !(found instanceof FailedTransactionMetadata) ? { err: null } : null] }
      }
      default:
        throw new NodeFault({ code: -32_601, message: 'Method not found' })
    }
  }
}

/** The same nodes as a server that speaks JSON-RPC 2.0. */
export async function serveNodes(svm: LiteSVM): Promise<{
  readonly url: string
  /** Methods that it was asked for. */
  readonly asked: string[]
  close(): Promise<void>
}> {
  const nodes = nodesOf(svm)
  const asked: string[] = []
  const server = createServer(async (request, response) => {
    const { id, method, params } = JSON.parse(await text(request))
    asked.push(method)
    const answer = await nodes(method, params).then(
      result => ({ result }),
      (fault: NodeFault) => ({ error: { code: fault.code, message: fault.message } }),
    )
    response
      .setHeader('content-type', 'application/json')
      .end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    async close() {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
}

/** Opens a wallet's page with its provider, whose visitor approves everything by default. */
export async function openSolanaPage(
  nodes: RpcRequest,
  options: Partial<Pick<ProviderDeps, 'contracts' | 'described' | 'prices'>> & {
    /** Default: `cluster`. */
    readonly network?: CaipNetworkId
  } = {},
): Promise<{
  readonly provider: FrameProvider
  readonly account: string
  /** What the visitor was shown, in words. */
  readonly shown: ApprovalView[]
  /** The uses of the key. */
  readonly released: string[]
  refuses: boolean
}> {
  const entropy = Uint8Array.from({ length: 32 }, (_, at) => at + 1)
  const addresses = await addressesOf(entropy)
  const values = new Map<string, unknown>()
  const shown: ApprovalView[] = []
  const released: string[] = []
  const page = { account: addresses.solana, shown, released, refuses: false }
  const provider = createProvider({
    host: 'https://shop.example',
    login: async () => ({
      account: 'ada',
      addresses,
      isLocked: async () => false,
      touch: async () => {},
      async withKey(request, use) {
        released.push(request)
        return use(entropy.slice(), addresses)
      },
    }),
    nodes: () => nodes,
    balances: async () => [],
    show(approval) {
      const { promise, resolve } = Promise.withResolvers<ScreenResult>()
      const decide = () => {
        if (approval.progress().at !== 'known') return
        shown.push(composeApproval(approval.request, approval.progress()))
        if (page.refuses || approval.request.is === 'blocked') resolve('closed')
        else void approval.approve().catch(() => {})
      }
      approval.watch(decide)
      return { result: promise, close: () => resolve('closed') }
    },
    store: {
      read: async kept => kept.read(values.get(kept.name), kept.version),
      write: async (kept, data) => Boolean(values.set(kept.name, data)),
      remove: async kept => void values.delete(kept.name),
      clear: async () => values.clear(),
    },
    networks: () => ['eip155:1', options.network ?? cluster],
    ...options,
    emit: () => {},
    clock: { now: () => 0, wait: async () => {}, after: () => () => {} },
    locks: navigator.locks,
  })
  return Object.assign(page, { provider })
}

/** The page's side of the frame, without the window between them. */
export function frameOf(
  page: Awaited<ReturnType<typeof openSolanaPage>>,
): FrameChannel & { isLoggedIn: boolean; end(): void } {
  const listeners = new Set<(session: never) => void>()
  const frame = {
    isLoggedIn: true,
    state: 'ready',
    dropped: 0,
    whenReady: async () => {},
    can: () => true,
    async request(name: string, payload: unknown) {
      if (name === 'IS_CONNECTED') return { isConnected: frame.isLoggedIn }
      const accounts = [{ address: page.account, type: 'eoa', chainNamespace: 'solana' }]
      if (name === 'GET_USER') return { address: page.account, chainId: cluster, accounts }
      return { result: await page.provider.request(structuredClone(payload) as never) }
    },
    on(_name: string, listener: (session: never) => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    end() {
      frame.isLoggedIn = false
      for (const listener of listeners) listener({ isConnected: false } as never)
    },
  }
  return frame as never
}
