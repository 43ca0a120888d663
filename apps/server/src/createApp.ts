import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { Hono } from 'hono'
import type { Logger } from 'pino'
import type { Hex } from 'viem'
import { mountHealth } from './core/health/mountHealth.ts'
import type { AppTypes, Clock } from './core/http/appTypes.ts'
import { createClientAddress } from './core/http/createClientAddress.ts'
import { createGate } from './core/http/createGate.ts'
import { RouteFault, setFaultHeaders, toRouteError } from './core/http/routeFault.ts'
import { toFault } from './core/http/toFault.ts'
import { traceRequests } from './core/http/traceRequests.ts'
import { measureRequests } from './core/metrics/measureRequests.ts'
import type { Metrics } from './core/metrics/metrics.ts'
import { mountOpenApi } from './core/openapi/mountOpenApi.ts'
import { createLocalShared } from './core/scale/createLocalShared.ts'
import type { Shared } from './core/scale/shared.ts'
import type { Settings } from './core/settings/parseEnvironment.ts'
import type { Store } from './core/store/store.ts'
import { mountChainData } from './data/balance/mountChainData.ts'
import { createChainBook, type KnownTokens } from './data/chains/createChainBook.ts'
import type { DirectoryKeys } from './data/directory/createHeads.ts'
import { developmentKey } from './data/directory/developmentKey.ts'
import { mountDirectory } from './data/directory/mountDirectory.ts'
import { signingKey } from './data/directory/readDirectorySettings.ts'
import { mountActivity } from './data/history/mountActivity.ts'
import { createIdentities } from './data/identity/createIdentities.ts'
import { mountIdentity } from './data/identity/mountIdentity.ts'
import { createAssetFetch } from './data/images/createAssetFetch.ts'
import { createFetchPublic } from './data/images/createFetchPublic.ts'
import { createImages } from './data/images/createImages.ts'
import { mountImages } from './data/images/mountImages.ts'
import { listAccountTokens } from './data/indexer/listAccountTokens.ts'
import { createNames } from './data/names/createNames.ts'
import { mountNames } from './data/names/mountNames.ts'
import { createRpcProxy } from './data/rpc/createRpcProxy.ts'
import { mountRpc } from './data/rpc/mountRpc.ts'
import { mountAnalytics } from './people/analytics/mountAnalytics.ts'
import { mountAttestation } from './people/attestation/mountAttestation.ts'
import { makeAttestationKey } from './people/attestation/openAttestationKey.ts'
import { createCustody } from './people/custody/createCustody.ts'
import { createOpeningWatch } from './people/custody/createOpeningWatch.ts'
import type { AccountAddresses, Authorise } from './people/custody/custodyCaller.ts'
import { mountCustody } from './people/custody/mountCustody.ts'
import { createOwnVault } from './people/custody/vault/createListedVault.ts'
import type { KeyVault } from './people/custody/vault/vault.ts'
import { createLogin } from './people/login/createLogin.ts'
import type { LoginDeps } from './people/login/loginCalls.ts'
import { mountLogin } from './people/login/mountLogin.ts'
import { createMailer, type Mailer } from './people/mail/createMailer.ts'
import { createSignIn } from './people/signin/createSignIn.ts'
import { mountEmail } from './people/signin/mountEmail.ts'
import { mountSignIn } from './people/signin/mountSignIn.ts'
import { createSocial, type Social } from './people/social/createSocial.ts'
import { createFarcaster } from './people/social/farcaster/createFarcaster.ts'
import { mountFarcaster } from './people/social/farcaster/mountFarcaster.ts'
import { mountSocial } from './people/social/mountSocial.ts'
import { createConfigSigner } from './projects/createConfigSigner.ts'
import { createProjects } from './projects/createProjects.ts'
import { mountProjects } from './projects/mountProjects.ts'
import { mountRelayClock } from './relay/mountRelayClock.ts'

export interface AppDeps {
  readonly store: Store
  readonly settings: Settings
  readonly log: Logger
  /** What this process shares with others; with itself alone by default. */
  readonly shared?: Shared
  readonly metrics?: Metrics
  /** What signs the wallet directory and the projects' flags; a key of this process alone by default. */
  readonly directoryKeys?: DirectoryKeys
  /** Signs attestations; a key of this process alone by default. */
  readonly attestationKey?: KeyObject
  /** The key behind sign-in; one of this process alone by default. */
  readonly signInKey?: KeyObject
  /** Holds the keys that halves are closed under; keys of this process alone by default. */
  readonly custodyVault?: KeyVault
  /** Says who asks for a half, and where they are reached, in place of the services' own login. */
  readonly login?: { readonly authorise: Authorise; readonly addresses: AccountAddresses }
  /** Logins by way of a provider, as the wallet's pages have them; of this app alone by default. */
  readonly social?: Social
  /** Sends codes; by the settings by default. Whoever gives it closes it. */
  readonly mailer?: Mailer
  /** Milliseconds that an answer to a wish for a code takes at least. */
  readonly leastMailTime?: number
  /** Signs the answers of the names' gateway, where the settings have no key. */
  readonly nameSignerKey?: Hex
  /** Monotonic milliseconds. */
  readonly clock?: Clock
  /** Milliseconds since 1970. */
  readonly now?: () => number
  /** Whether the server is stopping: readiness fails and connections are not kept. */
  readonly isDraining?: () => boolean
}

/** The services as one function of a request; it opens no port and no file. */
export function createApp(deps: AppDeps): Hono<AppTypes> {
  const { store, settings, log, clock = () => performance.now(), isDraining = () => false } = deps
  const now = deps.now ?? Date.now
  const shared = deps.shared ?? createLocalShared({ clock, log })
  const app = new Hono<AppTypes>()
  const { rateLimit, rateLimitWithoutOrigin: slower } = settings
  const projects = createProjects({ store, shared, clock, lifetime: settings.projectCache })
  // The longest batch has to fit in.
  const slowerBurst = Math.max(settings.rpcBatchLimit, Math.min(rateLimit.burst, slower.burst))
  const clientAddress = createClientAddress(settings.trustedProxies)
  const gate = createGate({
    projects,
    development: settings.development,
    walletOrigin: settings.custody.walletOrigin,
    limiter: shared.limiter({ name: 'calls', ...rateLimit, whenDown: 'open' }),
    limiterWithoutOrigin: shared.limiter({
      name: 'calls without origin',
      perSecond: Math.min(rateLimit.perSecond, slower.perSecond),
      burst: slowerBurst,
      whenDown: 'open',
    }),
    burst: slowerBurst,
    clientAddress,
  })
  const proxy = createRpcProxy({
    upstreams: settings.rpcUpstreams,
    timeout: settings.rpcTimeout,
    answerLimit: settings.rpcAnswerLimit,
    clock,
    log,
    onUpstream: deps.metrics?.upstream,
  })
  const { bodyLimit } = settings
  const fetchAsset = createAssetFetch(settings.images)
  const images = createImages({ fetchAsset, clock, ...settings.images })

  if (deps.metrics !== undefined) app.use(measureRequests({ metrics: deps.metrics, clock }))
  app.use(traceRequests({ log, clock, isDraining }))
  app.onError((error, c) => {
    const fault = toFault(error, c, log)
    setFaultHeaders(c, fault)
    return c.json(toRouteError(fault, c.get('requestId')), fault.status)
  })
  app.notFound(c => c.json(toRouteError(new RouteFault('ROUTE_NOT_FOUND'), c.get('requestId')), 404))

  mountHealth(app, { store, isDraining, bodyLimit })
  const keys = deps.directoryKeys ?? { key: generateKeyPairSync('ed25519').privateKey }
  mountDirectory(app, { settings, shared, gate, keys, log, now })
  mountAnalytics(app, { gate, store, bodyLimit })
  const keyLimiter = shared.limiter({ name: 'attestation keys', ...rateLimit, whenDown: 'open' })
  mountAttestation(app, {
    gate,
    bodyLimit,
    key: deps.attestationKey,
    now,
    take: c => keyLimiter(clientAddress(c), 1),
  })
  const names = createNames({
    store,
    settings: settings.names,
    signerKey: deps.nameSignerKey,
    proxy,
    fetchPublic: createFetchPublic(),
    now,
  })
  const { registrationsPerHour } = settings.names
  mountNames(app, { names, gate, bodyLimit, clientAddress, shared, registrationsPerHour })
  const signInKey = deps.signInKey ?? makeAttestationKey()
  const signIn = createSignIn({
    store,
    settings: settings.signIn,
    key: signInKey,
    log,
    now,
  })
  mountSignIn(app, { signIn, gate, bodyLimit, proxy, quorum: settings.signIn.quorum, log, now })
  const mailer = deps.mailer ?? createMailer(settings.mail)
  mountEmail(app, { signIn, mailer, gate, bodyLimit, clientAddress, log, now, leastTime: deps.leastMailTime })
  const walletOrigin = settings.custody.walletOrigin ?? ''
  const ownLogin = createLogin({ store, signIn, mode: settings.custody.mode, walletOrigin, now })
  const login = deps.login ?? ownLogin
  const custody = createCustody({
    store,
    vault: deps.custodyVault ?? createOwnVault(),
    mode: settings.custody.mode,
    mailer,
    addresses: login.addresses,
    log,
    now,
    onOpen: createOpeningWatch({
      mostPerMinute: settings.custody.openingsAlarm,
      log,
      clock,
      onOpen: deps.metrics?.opening,
    }),
  })
  mountCustody(app, {
    custody,
    authorise: login.authorise,
    gate,
    bodyLimit,
    limiter: shared.limiter({ name: 'custody', ...custodyRate, whenDown: 'closed' }),
    policies: settings.custody.policies,
    log,
    now,
  })
  const loginDeps: LoginDeps = {
    login: ownLogin,
    custody,
    signIn,
    mailer,
    gate,
    bodyLimit,
    shared,
    limiter: shared.limiter({ name: 'login', ...loginRate, whenDown: 'closed' }),
    clientAddress,
    accountLimiter: shared.limiter({ name: 'passkey accounts', ...passkeyAccounts, whenDown: 'closed' }),
    walletOrigin,
    log,
    leastTime: deps.leastMailTime,
    isDraining,
    now,
  }
  mountLogin(app, loginDeps)
  const social =
    deps.social ?? createSocial({ store, settings: settings.social, key: signInKey, walletOrigin, now })
  const farcaster =
    settings.social.farcaster &&
    createFarcaster({
      settings: settings.social.farcaster,
      flows: social.flows,
      nonceOf: social.nonceOf,
      proxy,
      quorum: settings.signIn.quorum,
      walletOrigin,
      now,
    })
  const socialDeps = { ...loginDeps, social, farcaster }
  mountSocial(app, socialDeps)
  mountFarcaster(app, {
    ...socialDeps,
    settings: settings.social.farcaster,
    publicUrls: settings.signIn.publicUrls,
    channelLimiter: shared.limiter({ name: 'farcaster channels', ...channelRate, whenDown: 'closed' }),
  })
  mountIdentity(app, { findIdentity: createIdentities({ names, clock }), gate, bodyLimit })
  mountImages(app, { gate, images, bodyLimit, clientAddress })
  const developmentKeys = { key: signingKey(developmentKey) }
  const config = createConfigSigner({ keys, developmentKeys, now })
  mountProjects(app, { gate, bodyLimit, config })
  const book = createChainBook({ served: settings.rpcUpstreams.keys(), settings: settings.chains })
  const knownTokens: KnownTokens = (chain, account) => listAccountTokens(store, chain, account)
  mountChainData(app, {
    gate,
    bodyLimit,
    book,
    proxy,
    settings: settings.prices,
    spamTokens: settings.history.spamTokens,
    knownTokens,
    shared,
    clock,
    log,
    onUpstream: deps.metrics?.upstream,
  })
  mountActivity(app, { gate, bodyLimit, store, settings, proxy, book, fetchAsset, clientAddress, clock, log })
  mountRelayClock(app, settings)
  mountOpenApi(app)
  const { rpcBatchLimit: batchLimit, rpcLogsRange: logsRange } = settings
  mountRpc(app, { gate, proxy, log, bodyLimit, batchLimit, logsRange })
  return app
}

/** Calls of one device: an approval needs one, a log-in a handful. */
const custodyRate = { perSecond: 2, burst: 60 } as const

/** Calls of one client, which several people behind one address may be. */
const loginRate = { perSecond: 10, burst: 200 } as const
/** Calls of one client's Farcaster apps, each of which makes two. */
const channelRate = { perSecond: 2, burst: 60 } as const
/** Accounts that one client makes by passkeys: twenty an hour, as many as it may send codes to. */
const passkeyAccounts = { perSecond: 20 / 3_600, burst: 20 } as const
