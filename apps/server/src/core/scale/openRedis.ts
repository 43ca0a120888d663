import { Redis } from 'ioredis'

/** Milliseconds in which Redis answers, or counts as away. */
const patience = 500
const longestPause = 2_000

/** A connection that fails at once while Redis is away, and comes back by itself. */
export function openRedis(url: string): Redis {
  const { protocol, pathname } = new URL(url)
  const options = {
    lazyConnect: true,
    enableOfflineQueue: false,
    autoResubscribe: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 2_000,
    commandTimeout: patience,
    retryStrategy: (times: number) => Math.min(longestPause, 50 * 2 ** Math.min(times, 6)),
    // A standby that has become the leader's follower refuses writes: find the leader again.
    reconnectOnError: (error: Error) => error.message.startsWith('READONLY'),
    connectionName: 'latchkey',
  }
  const redis = protocol === 'unix:' ? new Redis({ ...options, path: pathname }) : new Redis(url, options)
  // Each command's own rejection says the same.
  redis.on('error', () => {})
  redis.connect().catch(() => {})
  return redis
}
