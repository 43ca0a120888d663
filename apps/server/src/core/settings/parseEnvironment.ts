import { type CaipNetworkId, limits, namespaceOf } from 'latchkey/contract'
import { type ChainSettings, readChainSettings } from '../../data/chains/readChainSettings.ts'
import { type DirectorySettings, readDirectorySettings } from '../../data/directory/readDirectorySettings.ts'
import { type HistorySettings, readHistorySettings } from '../../data/history/readHistorySettings.ts'
import { type ImagesSettings, readImagesSettings } from '../../data/images/readImagesSettings.ts'
import { type IndexerSettings, readIndexerSettings } from '../../data/indexer/readIndexerSettings.ts'
import { type NameSettings, readNameSettings } from '../../data/names/readNameSettings.ts'
import { type PriceSettings, readPriceSettings } from '../../data/price/readPriceSettings.ts'
import {
  type AnalyticsSettings,
  readAnalyticsSettings,
} from '../../people/analytics/readAnalyticsSettings.ts'
import {
  type AttestationSettings,
  readAttestationSettings,
} from '../../people/attestation/readAttestationSettings.ts'
import { type CustodySettings, readCustodySettings } from '../../people/custody/readCustodySettings.ts'
import { type FrameSettings, readFrameSettings } from '../../people/frame/readFrameSettings.ts'
import { type MailSettings, readMailSettings } from '../../people/mail/readMailSettings.ts'
import { readSignInSettings, type SignInSettings } from '../../people/signin/readSignInSettings.ts'
import { readSocialSettings, type SocialSettings } from '../../people/social/readSocialSettings.ts'
import { type ProjectsSettings, readProjectsSettings } from '../../projects/readProjectsSettings.ts'
import { type RelaySettings, readRelaySettings } from '../../relay/readRelaySettings.ts'
import { type MetricsSettings, readMetricsSettings } from '../metrics/readMetricsSettings.ts'
import { readScaleSettings, type ScaleSettings } from '../scale/readScaleSettings.ts'
import { readStoreSettings, type StoreSettings } from '../store/readStoreSettings.ts'
import { flag, host, oneOf, proxies, type ReadVariable, upstreams, Wrong, wholeNumber } from './readers.ts'

/** What the environment variables say, checked and with defaults filled in; README lists them. */
export interface Settings
  extends StoreSettings,
    ScaleSettings,
    MetricsSettings,
    ProjectsSettings,
    FrameSettings {
  readonly attestation: AttestationSettings
  readonly directory: DirectorySettings
  readonly names: NameSettings
  readonly analytics: AnalyticsSettings
  readonly images: ImagesSettings
  readonly chains: ChainSettings
  readonly prices: PriceSettings
  readonly indexer: IndexerSettings
  readonly history: HistorySettings
  readonly relay: RelaySettings
  readonly mail: MailSettings
  readonly signIn: SignInSettings
  readonly social: SocialSettings
  readonly custody: CustodySettings
  readonly host: string
  readonly port: number
  /** Whether the project `latchkey-dev` exists. */
  readonly development: boolean
  /** The chains of the RPC proxy and their nodes, the preferred one first. They often hold keys: never log them. */
  readonly rpcUpstreams: ReadonlyMap<CaipNetworkId, readonly string[]>
  /** Milliseconds for one proxied request, retries and all. */
  readonly rpcTimeout: number
  readonly rpcBatchLimit: number
  /** Blocks of one proxied `eth_getLogs`. */
  readonly rpcLogsRange: number
  /** Bytes of a node's answer. */
  readonly rpcAnswerLimit: number
  /** Bytes of a request body. */
  readonly bodyLimit: number
  readonly rateLimit: { readonly perSecond: number; readonly burst: number }
  /** Addresses and CIDR ranges whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[]
  /** Milliseconds in which a client has to have said what it wants. */
  readonly headersTimeout: number
  /** Milliseconds that running requests get when the server stops. */
  readonly drainTimeout: number
  readonly logLevel: LogLevel
}

export type LogLevel = (typeof logLevels)[number]
const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const

/** Thrown by `parseEnvironment`: one clear line per wrong variable, and none of their values. */
export class EnvironmentError extends Error {
  override readonly name = 'EnvironmentError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

/**
 * Reads and checks the configuration of the services; an empty variable counts as unset.
 * @throws EnvironmentError listing every wrong variable.
 */
export function parseEnvironment(environment: Readonly<Record<string, string | undefined>>): Settings {
  const problems: string[] = []
  const read: ReadVariable = (name, fallback, reader) => {
    const text = environment[name]?.trim() ?? ''
    if (text === '') return fallback
    try {
      return reader(text)
    } catch (error) {
      if (!(error instanceof Wrong)) throw error
      problems.push(`${name} ${error.message}`)
      return fallback
    }
  }
  const settings: Settings = {
    host: read('HOST', '127.0.0.1', host),
    port: read('PORT', 8_787, wholeNumber(0, 65_535)),
    ...readStoreSettings(read),
    ...readScaleSettings(read),
    ...readMetricsSettings(read),
    ...readFrameSettings(read),
    attestation: readAttestationSettings(read),
    directory: readDirectorySettings(read),
    names: readNameSettings(read),
    development: read('LATCHKEY_DEV', false, flag),
    rpcUpstreams: read<Settings['rpcUpstreams']>('RPC_UPSTREAMS', new Map(), upstreams),
    rpcTimeout: read('RPC_TIMEOUT_MS', limits.rpcTimeout, wholeNumber(100, 60_000)),
    rpcBatchLimit: read('RPC_BATCH_LIMIT', limits.rpcServerBatch, wholeNumber(1, 1_000)),
    rpcLogsRange: read('RPC_LOGS_RANGE', 10_000, wholeNumber(1, 10_000_000)),
    rpcAnswerLimit: read('RPC_ANSWER_LIMIT_BYTES', 8_388_608, wholeNumber(1_024, 268_435_456)),
    bodyLimit: read('BODY_LIMIT_BYTES', 262_144, wholeNumber(1_024, 16_777_216)),
    rateLimit: {
      perSecond: read('RATE_LIMIT_PER_SECOND', 100, wholeNumber(1, 1_000_000)),
      burst: read('RATE_LIMIT_BURST', 500, wholeNumber(1, 10_000_000)),
    },
    analytics: readAnalyticsSettings(read),
    images: readImagesSettings(read),
    ...readProjectsSettings(read),
    chains: readChainSettings(read),
    prices: readPriceSettings(read),
    indexer: readIndexerSettings(read),
    history: readHistorySettings(read),
    relay: readRelaySettings(read),
    mail: readMailSettings(read),
    signIn: readSignInSettings(read),
    social: readSocialSettings(read),
    custody: readCustodySettings(read),
    trustedProxies: read('TRUSTED_PROXIES', [], proxies),
    headersTimeout: read('HEADERS_TIMEOUT_MS', 10_000, wholeNumber(100, 60_000)),
    drainTimeout: read('DRAIN_TIMEOUT_MS', 10_000, wholeNumber(0, 60_000)),
    logLevel: read('LOG_LEVEL', 'info', oneOf(logLevels)),
  }
  if (settings.redisUrl !== undefined && settings.databaseUrl === undefined)
    problems.push('REDIS_URL needs DATABASE_URL: processes that share limits share their data as well')
  if (settings.rateLimit.burst < settings.rpcBatchLimit)
    problems.push('RATE_LIMIT_BURST must be at least RPC_BATCH_LIMIT: each call of a batch counts')
  const { chain } = settings.names
  if (chain !== undefined && !settings.rpcUpstreams.has(chain))
    problems.push('NAME_CHAIN must be a chain of RPC_UPSTREAMS')
  const { farcaster } = settings.social
  if (farcaster !== undefined && !settings.rpcUpstreams.has(farcaster.chain))
    problems.push('FARCASTER_CHAIN must be a chain of RPC_UPSTREAMS')
  const { transit } = settings.custody
  if (transit !== undefined && transit.tokenFile === '')
    problems.push('CUSTODY_TRANSIT_URL needs CUSTODY_TRANSIT_TOKEN_FILE')
  const { quorum } = settings.signIn
  for (const [id, urls] of settings.rpcUpstreams) {
    if (namespaceOf(id) === 'eip155' && new Set(urls).size < quorum)
      problems.push(`SIGNIN_QUORUM must be at most the number of nodes that RPC_UPSTREAMS has for ${id}`)
  }
  if (problems.length > 0) throw new EnvironmentError(problems)
  return settings
}
