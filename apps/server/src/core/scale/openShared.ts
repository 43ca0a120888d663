import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Clock } from '../http/appTypes.ts'
import { createRateLimiter } from '../http/createRateLimiter.ts'
import type { Store } from '../store/store.ts'
import type { Bus } from './bus.ts'
import { checkRedisMode } from './checkRedisMode.ts'
import { createLocalShared } from './createLocalShared.ts'
import { createRedisLimiters } from './createRedisLimiter.ts'
import { createSqlLeases } from './createSqlLeases.ts'
import type { ScaleSettings } from './readScaleSettings.ts'
import type { Shared } from './shared.ts'
import { withNetworks } from './withNetworks.ts'

export interface SharedDeps {
  readonly settings: ScaleSettings & { readonly databaseUrl: string | undefined }
  readonly store: Store
  readonly clock: Clock
  readonly log: Logger
}

/** Milliseconds that a start waits for the bus; without it the server starts all the same, and caches nothing. */
const patience = 1_000

/**
 * What this process shares with the others that have the same database, or with itself alone.
 * @throws EnvironmentError for a Redis that is a Sentinel or a node of a cluster.
 */
export async function openShared(deps: SharedDeps): Promise<Shared> {
  const { settings, store, clock, log } = deps
  if (settings.databaseUrl === undefined) return createLocalShared({ clock, log })
  // Their clients are loaded where they are used.
  const redis =
    settings.redisUrl === undefined
      ? undefined
      : (await import('./openRedis.ts')).openRedis(settings.redisUrl)
  const prefix = settings.redisPrefix
  const bus: Bus =
    redis === undefined || settings.redisUrl === undefined
      ? (await import('./createPostgresBus.ts')).createPostgresBus({ url: settings.databaseUrl, store, log })
      : (await import('./createRedisBus.ts')).createRedisBus({ url: settings.redisUrl, redis, prefix, log })
  const leases = createSqlLeases({
    store,
    holder: randomUUID(),
    ttl: settings.leaseTime,
    clock,
    log,
    announce: name => void bus.publish('leases', name).catch(() => {}),
  })
  bus.subscribe('leases', name => {
    if (name !== undefined) leases.wake(name)
  })
  const limiters =
    redis === undefined
      ? undefined
      : createRedisLimiters({
          redis,
          prefix,
          clock,
          onFailure: error => log.warn({ err: error }, 'limits are counted in this process alone'),
        })
  await Promise.race([bus.ready(), new Promise(resolve => setTimeout(resolve, patience).unref())])
  if (!bus.isListening) log.warn('no messages from other processes yet')
  const close = async (): Promise<void> => {
    await leases.close()
    await bus.close()
    redis?.disconnect()
  }
  if (redis?.status === 'ready')
    try {
      await checkRedisMode(redis)
    } catch (error) {
      await close()
      throw error
    }

  return {
    limiter: withNetworks(rule => limiters?.(rule) ?? createRateLimiter({ ...rule, clock })),
    lead: leases.lead,
    leads: leases.standing,
    get isListening() {
      return bus.isListening
    },
    publish: bus.publish,
    async subscribe(channel, listener) {
      const stop = bus.subscribe(channel, listener)
      await bus.heard(channel)
      return stop
    },
    resign: leases.close,
    close,
  }
}
