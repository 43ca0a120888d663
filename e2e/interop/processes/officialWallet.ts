import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import type { Behaviour, SessionView, WalletOptions } from '../protocol.ts'
import { answerParent, type Tell, type Verbs } from './answerParent.ts'
import { foreignSigners } from './foreignSigners.ts'
import { type LoadedPackage, loadPackage } from './loadPackage.ts'
import type { SdkProposal, SdkReason, SdkRequested, SdkSessionRequest, SdkSignIn, SdkWallet } from './sdk.ts'
import { sessionView } from './sessionView.ts'
import { signRequest } from './signRequest.ts'
import { signSolana, solanaSigner } from './signSolana.ts'

const rejected: SdkReason = { code: 5_000, message: 'User rejected.' }
const over: SdkReason = { code: 6_000, message: 'User disconnected.' }

answerParent(tell => {
  let wallet: SdkWallet | undefined
  let behaviour: Behaviour = { proposals: 'approve', requests: 'approve', signIns: 'approve' }
  const started = (): SdkWallet => {
    if (wallet === undefined) throw new Error('not started')
    return wallet
  }
  const sessions = (): readonly SessionView[] => Object.values(started().getActiveSessions()).map(sessionView)
  const sessionOf = (topic: string) => {
    const session = started().getActiveSessions()[topic]
    if (session === undefined) throw new Error('no such session')
    return session
  }

  return {
    async start(options: WalletOptions) {
      const loaded = loadPackage(options.folder, options.package)
      wallet = await startWallet(loaded, options)
      listen(wallet, { ...options, loaded, tell, behaviour: () => behaviour })
      return sessions()
    },
    behave(some: Partial<Behaviour>) {
      behaviour = { ...behaviour, ...some }
    },
    pair: ({ uri }: { uri: string }) =>
      started()
        .pair({ uri })
        .then(() => {}),
    async update({ topic, accounts, chains }: { topic: string; accounts: string[]; chains: string[] }) {
      const { eip155 } = sessionOf(topic).namespaces
      if (eip155 === undefined) throw new Error('no eip155 in this session')
      const namespaces = { eip155: { ...eip155, accounts, chains } }
      await acknowledged(await started().updateSession({ topic, namespaces }))
    },
    async extend({ topic }: { topic: string }) {
      await acknowledged(await started().extendSession({ topic }))
    },
    emit: (params: { topic: string; chainId: string; event: { name: string; data: unknown } }) =>
      started().emitSessionEvent(params),
    ping: ({ topic }: { topic: string }) => started().engine.signClient.ping({ topic }),
    disconnect: ({ topic }: { topic: string }) => started().disconnectSession({ topic, reason: over }),
    sessions,
    /** Whether the dapp has answered for the session; resolves once all that was to be stored until then is. */
    async stored({ topic }: { topic: string }) {
      if (!sessionOf(topic).acknowledged) return false
      // Stored values are removed and written in order: this write comes after the rest.
      await started().engine.signClient.core.storage.setItem('last', topic)
      return true
    },
    online: () => started().engine.signClient.core.relayer.connected,
  } satisfies Verbs
})

/** Newer lines return a function that waits for the dapp's answer; older ones have waited already. */
async function acknowledged(outcome: unknown): Promise<void> {
  await (outcome as { acknowledged?(): Promise<void> } | undefined)?.acknowledged?.()
}

async function startWallet(loaded: LoadedPackage, options: WalletOptions): Promise<SdkWallet> {
  const { Core } = loaded.dependency('@walletconnect/core') as {
    Core: new (options: unknown) => unknown
  }
  const { name, storage, relayUrl, projectId } = options
  const core = new Core({
    projectId,
    relayUrl,
    telemetryEnabled: false,
    logger: process.env.INTEROP_LOG ?? 'silent',
    storageOptions: { database: storage },
  })
  const { WalletKit, Web3Wallet } = loaded.exported
  const kind = WalletKit ?? Web3Wallet
  const { init } = kind as { init(options: unknown): Promise<SdkWallet> }
  const metadata = { name, description: '', url: 'https://wallet.example', icons: [] }
  return Reflect.apply(init, kind, [{ core, metadata }])
}

interface ListenOptions extends WalletOptions {
  readonly loaded: LoadedPackage
  readonly tell: Tell
  behaviour(): Behaviour
}

function listen(wallet: SdkWallet, options: ListenOptions): void {
  const { tell, behaviour } = options
  const accounts = options.keys.map(key => privateKeyToAccount(key))
  const doing = (work: Promise<unknown>): void => {
    work.catch((error: unknown) => tell('failed', error instanceof Error ? error.message : String(error)))
  }

  wallet.on('session_proposal', ({ id, params, verifyContext }: SdkProposal) => {
    tell('proposal', {
      id,
      from: params.proposer.metadata.name,
      validation: verifyContext?.verified.validation,
    })
    const { proposals } = behaviour()
    if (proposals === 'reject') doing(wallet.rejectSession({ id, reason: rejected }))
    if (proposals === 'approve')
      doing(
        grant({ id, params }, options, accounts)
          .then(approval => wallet.approveSession({ id, ...approval }))
          .then(({ topic }) => tell('granted', { topic })),
      )
  })
  const sign = async ({ chainId, request }: SdkSessionRequest['params']): Promise<unknown> => {
    const [key] = options.keys
    if (key === undefined) return signRequest(accounts, request, tell)
    const [namespace] = chainId.split(':')
    const foreign = (await foreignSigners(key, options.chains)).find(each => each.namespace === namespace)
    if (foreign) return foreign.sign(request.method, Object(request.params))
    if (namespace !== 'solana') return signRequest(accounts, request, tell)
    return signSolana(await solanaSigner(key), request, options.solanaNode)
  }
  wallet.on('session_request', ({ id, topic, params }: SdkSessionRequest) => {
    tell('request', { id, topic, chainId: params.chainId, method: params.request.method })
    const { requests } = behaviour()
    if (requests === 'hold') return
    const respond = async () => {
      const response =
        requests === 'reject'
          ? { id, jsonrpc: '2.0', error: rejected }
          : { id, jsonrpc: '2.0', result: await sign(params) }
      await wallet.respondSessionRequest({ topic, response })
      tell('answered', { id })
    }
    doing(respond())
  })
  wallet.on('session_delete', ({ topic }: { topic: string }) => tell('delete', { topic }))
  wallet.engine.signClient.on('session_ping', ({ topic }: { topic: string }) => tell('ping', { topic }))
  if (!options.canSignIn) return
  wallet.on('session_authenticate', (signIn: SdkSignIn) => {
    tell('signIn', { id: signIn.id, from: signIn.params.requester.metadata.name })
    const { signIns } = behaviour()
    if (signIns === 'reject') doing(wallet.rejectSessionAuthenticate({ id: signIn.id, reason: rejected }))
    if (signIns === 'approve') doing(approveSignIn(wallet, signIn, options, accounts))
  })
}

/** Everything asked for on the wallet's chains, with all accounts on each. */
async function grant(
  { params }: SdkProposal,
  { chains, keys }: WalletOptions,
  accounts: readonly PrivateKeyAccount[],
): Promise<Pick<Parameters<SdkWallet['approveSession']>[0], 'namespaces' | 'sessionProperties'>> {
  const signers = await Promise.all(keys.map(solanaSigner))
  const [key] = keys
  const foreign = key === undefined ? [] : await foreignSigners(key, chains)
  const owned: Readonly<Record<string, (chain: string) => readonly string[]>> = {
    eip155: () => accounts.map(({ address }) => address),
    solana: () => signers.map(({ address }) => address),
    ...Object.fromEntries(
      foreign.map(({ namespace, address }) => [namespace, (chain: string) => [address(chain)]]),
    ),
  }
  const parts = Object.entries(owned).flatMap(([namespace, on]) => {
    const part = grantOne(namespace, params, chains, on)
    return part.chains.length > 0 ? [[namespace, part] as const] : []
  })
  const namespaces = Object.fromEntries(parts)
  const said = foreign.flatMap(({ namespace, properties }) => (namespaces[namespace] ? [properties] : []))
  const sessionProperties: Record<string, string> = Object.assign({}, ...said)
  return { namespaces, ...(Object.keys(sessionProperties).length > 0 && { sessionProperties }) }
}

function grantOne(
  namespace: string,
  params: SdkProposal['params'],
  chains: readonly string[],
  on: (chain: string) => readonly string[],
) {
  const asked: readonly SdkRequested[] = [params.requiredNamespaces, params.optionalNamespaces ?? {}].flatMap(
    namespaces => namespaces[namespace] ?? [],
  )
  const wanted = new Set(asked.flatMap(namespace => namespace.chains ?? []))
  const granted = chains.filter(chain => wanted.has(chain))
  return {
    chains: granted,
    methods: [...new Set(asked.flatMap(({ methods }) => methods))],
    events: [...new Set(asked.flatMap(({ events }) => events))],
    accounts: granted.flatMap(chain => on(chain).map(address => `${chain}:${address}`)),
  }
}

interface SignInTools {
  populateAuthPayload(params: unknown): { readonly chains: readonly string[] }
  buildAuthObject(payload: unknown, signature: { t: string; s: string }, iss: string): unknown
}

/** Signs the message for each chain that both sides know, as wallets with walletkit do. */
async function approveSignIn(
  wallet: SdkWallet,
  { id, params }: SdkSignIn,
  { loaded, chains }: ListenOptions,
  accounts: readonly PrivateKeyAccount[],
): Promise<void> {
  const tools = loaded.dependency('@walletconnect/utils') as unknown as SignInTools
  const [account] = accounts
  if (account === undefined) throw new Error('a wallet without accounts cannot sign in')
  const methods = ['personal_sign', 'eth_signTypedData_v4', 'eth_sendTransaction']
  const request = tools.populateAuthPayload({ authPayload: params.authPayload, chains, methods })
  const auths = await Promise.all(
    request.chains.map(async chain => {
      const iss = `did:pkh:${chain}:${account.address}`
      const signature = await account.signMessage({ message: wallet.formatAuthMessage({ request, iss }) })
      return tools.buildAuthObject(request, { t: 'eip191', s: signature }, iss)
    }),
  )
  await wallet.approveSessionAuthenticate({ id, auths })
}
