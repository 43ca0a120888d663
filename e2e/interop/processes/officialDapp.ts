import type {
  Approval,
  ConnectParams,
  PackageOptions,
  RequestParams,
  SessionView,
  SignInParams,
} from '../protocol.ts'
import { answerParent, type Tell, type Verbs } from './answerParent.ts'
import { askedParts } from './askedParts.ts'
import { type LoadedPackage, loadPackage } from './loadPackage.ts'
import type { SdkAuthentication, SdkCacao, SdkProvider, SdkSession, SdkSignClient } from './sdk.ts'
import { sessionView } from './sessionView.ts'

/** A dapp of either official kind: universal-provider, or a bare sign-client. */
interface Dapp {
  readonly client: SdkSignClient
  /** Resolves with the pairing's URI, and says in `approval` what comes of it. */
  connect(params: ConnectParams): Promise<{ uri: string; approval: Promise<Approval> }>
  signIn(params: SignInParams): Promise<{ uri: string; approval: Promise<Approval> }>
  request(params: RequestParams): Promise<unknown>
  disconnect(topic: string): Promise<void>
}

const over = { code: 6_000, message: 'User disconnected.' }

answerParent(tell => {
  let dapp: Dapp | undefined
  let approval: Promise<Approval> | undefined
  const started = (): Dapp => {
    if (dapp === undefined) throw new Error('not started')
    return dapp
  }
  const sessions = (): readonly SessionView[] => started().client.session.getAll().map(sessionView)
  const pairing = async (asked: Promise<{ uri: string; approval: Promise<Approval> }>) => {
    const { uri, approval: outcome } = await asked
    approval = outcome
    outcome.catch(() => {})
    return { uri }
  }

  return {
    async start(options: PackageOptions) {
      const loaded = loadPackage(options.folder, options.package)
      const isProvider = options.package.includes('universal-provider')
      dapp = isProvider ? await startProvider(loaded, options, tell) : await startClient(loaded, options)
      tellEvents(dapp.client, tell)
      return sessions()
    },
    connect: (params: ConnectParams) => pairing(started().connect(params)),
    signIn: (params: SignInParams) => pairing(started().signIn(params)),
    approval: () => approval,
    request: (params: RequestParams) => started().request(params),
    ping: ({ topic }: { topic: string }) => started().client.ping({ topic }),
    disconnect: ({ topic }: { topic: string }) => started().disconnect(topic),
    sessions,
    online: () => started().client.core.relayer.connected,
  } satisfies Verbs
})

function common({ name, storage, relayUrl, projectId }: PackageOptions) {
  return {
    projectId,
    relayUrl,
    // What it would check and report elsewhere stays here.
    telemetryEnabled: false,
    logger: process.env.INTEROP_LOG ?? 'silent',
    storageOptions: { database: storage },
    metadata: { name, description: '', url: 'https://dapp.example', icons: [] },
  }
}

/** The text that a wallet signed, written anew by the SDK's own rules from what came back. */
type FormatMessage = (payload: SdkCacao['p']) => string

function messageFormat(loaded: LoadedPackage): FormatMessage {
  const { formatMessage } = loaded.dependency('@walletconnect/utils') as {
    formatMessage?: (payload: unknown, iss: string) => string
  }
  return payload => formatMessage?.(payload, payload.iss) ?? ''
}

async function startProvider(loaded: LoadedPackage, options: PackageOptions, tell: Tell): Promise<Dapp> {
  const { default: kind, UniversalProvider } = loaded.exported
  const { init } = (UniversalProvider ?? kind) as { init(options: unknown): Promise<SdkProvider> }
  const provider = await Reflect.apply(init, UniversalProvider ?? kind, [
    { ...common(options), disableProviderPing: true },
  ])
  provider.on('chainChanged', (chainId: unknown) => tell('chainChanged', chainId))
  provider.on('accountsChanged', (accounts: unknown) => tell('accountsChanged', accounts))
  const format = messageFormat(loaded)
  const nextUri = () => new Promise<string>(resolve => provider.on('display_uri', resolve))
  return {
    client: provider.client,
    async connect(params) {
      const uri = nextUri()
      const parts = Object.entries(askedParts(params)).map(([name, part]) => [name, { ...part, rpcMap: {} }])
      const session = provider.connect({ optionalNamespaces: Object.fromEntries(parts) })
      return { uri: await Promise.race([uri, failed(session)]), approval: session.then(plainApproval) }
    },
    async signIn(params) {
      const uri = nextUri()
      const response = provider.authenticate(signInRequest(params))
      return {
        uri: await Promise.race([uri, failed(response)]),
        approval: response.then(answer => signInApproval(answer, format)),
      }
    },
    request: ({ chainId, method, params }) => provider.request({ method, params }, chainId),
    disconnect: () => provider.disconnect(),
  }
}

async function startClient(loaded: LoadedPackage, options: PackageOptions): Promise<Dapp> {
  const { default: kind, SignClient } = loaded.exported
  const { init } = (SignClient ?? kind) as { init(options: unknown): Promise<SdkSignClient> }
  const client: SdkSignClient = await Reflect.apply(init, SignClient ?? kind, [common(options)])
  const format = messageFormat(loaded)
  return {
    client,
    async connect(params) {
      const { uri, approval } = await client.connect({
        optionalNamespaces: askedParts(params),
        requiredNamespaces: {},
      })
      // Older versions listen for the answer only once a caller waits for it.
      return { uri: uri ?? '', approval: approval().then(plainApproval) }
    },
    async signIn(params) {
      const { uri, response } = await client.authenticate(signInRequest(params))
      return { uri: uri ?? '', approval: response().then(answer => signInApproval(answer, format)) }
    },
    request: ({ topic, chainId, method, params }) =>
      client.request({ topic, chainId, request: { method, params } }),
    disconnect: topic => client.disconnect({ topic, reason: over }),
  }
}

/** Never resolves: only a failure counts, before there is a URI. */
async function failed(work: Promise<unknown>): Promise<never> {
  await work
  return new Promise(() => {})
}

function signInRequest({ chains, methods, nonce, domain, uri, statement }: SignInParams) {
  return { chains, methods, nonce, domain, uri, statement, type: 'caip122' }
}

function plainApproval(session: SdkSession | undefined): Approval {
  if (session === undefined) throw new Error('approved without a session')
  return { session: sessionView(session), proofs: [] }
}

function signInApproval({ session, auths }: SdkAuthentication, format: FormatMessage): Approval {
  if (session === undefined) throw new Error('signed in without a session')
  const proofs = (auths ?? []).map(({ p, s }) => ({
    account: p.iss,
    message: format(p),
    signature: s.s,
  }))
  return { session: sessionView(session), proofs }
}

function tellEvents(client: SdkSignClient, tell: Tell): void {
  client.on('session_update', ({ topic }: { topic: string }) => tell('update', { topic }))
  client.on('session_extend', ({ topic }: { topic: string }) => tell('extend', { topic }))
  client.on('session_delete', ({ topic }: { topic: string }) => tell('delete', { topic }))
  client.on('session_ping', ({ topic }: { topic: string }) => tell('ping', { topic }))
  client.on(
    'session_event',
    ({
      topic,
      params,
    }: {
      topic: string
      params: { chainId: string; event: { name: string; data: unknown } }
    }) => tell('event', { topic, chainId: params.chainId, ...params.event }),
  )
}
