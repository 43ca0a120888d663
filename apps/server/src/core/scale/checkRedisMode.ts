import type { Redis } from 'ioredis'
import { EnvironmentError } from '../settings/environmentError.ts'

/**
 * Refuses a Redis that is a Sentinel or a node of a cluster: its keys and messages would be elsewhere in part. One that
 * does not answer now is not checked.
 * @throws EnvironmentError
 */
export async function checkRedisMode(redis: Redis): Promise<void> {
  const info = await redis.info('server').catch(() => '')
  const mode = /^(?:redis|server)_mode:(\w+)/m.exec(info)?.[1]
  if (mode !== 'cluster' && mode !== 'sentinel') return
  const what = mode === 'cluster' ? 'a node of a cluster' : 'a Sentinel'
  throw new EnvironmentError([
    `REDIS_URL leads to ${what}, which is not supported: name one primary, by a name that follows it when it changes`,
  ])
}
