import { limits } from '../../../contract/limits.ts'
import { loadOnce } from '../../base/loadOnce.ts'
import { wait } from '../../base/wait.ts'
import type { RemoteConfig, RemoteConfigContext } from './createRemoteConfig.ts'
import { hasFlagSource } from './hasFlagSource.ts'

/** When a project's remote flags are asked for, and when they hold (SPEC-NOTES §2 "First paint of Connect"). */
export interface Flags {
  /** Asks the services until they have answered once, in a chunk fetched with the first call. @throws LatchkeyError. */
  ask(): Promise<void>
  /** A view is entered: what was answered while the one before was on screen holds from now on. */
  apply(): void
  /** The request that is on its way, if there is one; it does not reject. */
  readonly pending: Promise<void> | undefined
  /**
   * What to await before something is decided that a host requires: at most 1.5 s, after which what is known counts.
   * Undefined where there is nothing to wait for.
   */
  settle(): Promise<void> | undefined
}

/** Makes the flags of an engine; nothing is requested before `ask` or `settle`. */
export function createFlags(ctx: RemoteConfigContext): Flags {
  let remote: RemoteConfig | undefined
  let isAnswered = false
  let pending: Promise<void> | undefined
  let settling: Promise<void> | undefined
  const load = loadOnce(async () => {
    const { createRemoteConfig } = await import('./createRemoteConfig.ts')
    remote = createRemoteConfig(ctx)
    return remote
  })

  async function request(): Promise<void> {
    if (!hasFlagSource(ctx.config)) return
    await (await load()).ask()
    isAnswered = true
  }

  const flags: Flags = {
    get pending() {
      return pending
    },
    ask() {
      const asked = request()
      if (!isAnswered && !pending) {
        const quiet = asked
          .catch(() => undefined)
          .finally(() => {
            pending = undefined
          })
        pending = quiet
      }
      return asked
    },
    apply: () => remote?.apply(),
    settle() {
      if (isAnswered || !hasFlagSource(ctx.config)) {
        flags.apply()
        return undefined
      }
      settling ??= Promise.race([
        flags.ask().catch(() => undefined),
        wait(ctx.clock, limits.flagsAwaited, ctx.signal),
      ]).then(() => {
        settling = undefined
        flags.apply()
      })
      return settling
    },
  }
  return flags
}
