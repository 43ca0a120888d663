import { type LogLevel, logLevels } from '../log/createLog.ts'
import { type MetricsSettings, readMetricsSettings } from '../metrics/readMetricsSettings.ts'
import { readScaleSettings, type ScaleSettings } from '../scale/readScaleSettings.ts'
import { flag, host, oneOf, proxies, type ReadVariable, wholeNumber } from '../settings/readers.ts'
import { readStoreSettings, type StoreSettings } from '../store/readStoreSettings.ts'

/** The settings that every room may read. */
export interface CoreSettings extends StoreSettings, ScaleSettings, MetricsSettings {
  readonly host: string
  readonly port: number
  /** Whether the project `latchkey-dev` exists. */
  readonly development: boolean
  /** Whether the process serves the public, by `NODE_ENV=production`, as the image and the unit set it. */
  readonly production: boolean
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

export function readCoreSettings(read: ReadVariable): CoreSettings {
  return {
    ...readStoreSettings(read),
    ...readScaleSettings(read),
    ...readMetricsSettings(read),
    host: read('HOST', '127.0.0.1', host),
    port: read('PORT', 8_787, wholeNumber(0, 65_535)),
    development: read('LATCHKEY_DEV', false, flag),
    production: read('NODE_ENV', false, text => text === 'production'),
    bodyLimit: read('BODY_LIMIT_BYTES', 262_144, wholeNumber(1_024, 16_777_216)),
    rateLimit: {
      perSecond: read('RATE_LIMIT_PER_SECOND', 100, wholeNumber(1, 1_000_000)),
      burst: read('RATE_LIMIT_BURST', 500, wholeNumber(1, 10_000_000)),
    },
    trustedProxies: read('TRUSTED_PROXIES', [], proxies),
    headersTimeout: read('HEADERS_TIMEOUT_MS', 10_000, wholeNumber(100, 60_000)),
    drainTimeout: read('DRAIN_TIMEOUT_MS', 10_000, wholeNumber(0, 60_000)),
    logLevel: read('LOG_LEVEL', 'info', oneOf(logLevels)),
  }
}
