import { type ReadVariable, redisUrl, Wrong, wholeNumber } from '../settings/readers.ts'

/** How processes find each other. */
export interface ScaleSettings {
  /** It may hold a password: never log it. */
  readonly redisUrl: string | undefined
  /** Before all keys and channels: two installations may share a Redis. */
  readonly redisPrefix: string
  /** Milliseconds of silence after which another process takes over what one alone may do. */
  readonly leaseTime: number
}

export function readScaleSettings(read: ReadVariable): ScaleSettings {
  return {
    redisUrl: read<string | undefined>('REDIS_URL', undefined, redisUrl),
    redisPrefix: read('REDIS_PREFIX', 'latchkey:', text => {
      if (!/^[\w:.-]{1,64}$/.test(text)) throw new Wrong('must be 1 to 64 letters, digits and any of _ : . -')
      return text
    }),
    leaseTime: read('LEASE_MS', 6_000, wholeNumber(500, 60_000)),
  }
}
