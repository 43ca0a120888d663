import { isLatchkeyError } from '../../../contract/error.ts'
import { createError } from '../../../contract/errors/createError.ts'
import { getProjectConfig, type ProjectConfig } from '../../../contract/projectConfig.ts'
import type { EngineContext } from '../../context.ts'
import { trustedKeys } from '../directory/trustedKeys.ts'
import { featuresOf } from './featuresOf.ts'
import { heldFeatures, lastGoodConfig, type RemoteFeatures, sourceOf } from './remoteFeatures.ts'
import { overridden, switchesOf, toRemoteFeatures, turnedOff } from './toRemoteFeatures.ts'

export interface RemoteConfig {
  /** Asks the services until they have answered once. @throws LatchkeyError. */
  ask(): Promise<void>
  /** A view is entered: what was answered meanwhile holds now. */
  apply(): void
}

/** What remote configuration needs of an engine. */
export type RemoteConfigContext = Pick<
  EngineContext,
  'config' | 'storage' | 'remote' | 'api' | 'alert' | 'signal' | 'clock'
>

/**
 * The remote flags of a project, asked for once a page: an answer is kept for the next time and wins over the host's
 * own flags from the next view on. One that does not come changes nothing (F23), and where the host knows its services'
 * keys, neither does one that they do not vouch for. Without keys an answer counts, but loosens no setting of the host on
 * which security hangs (T111).
 */
export function createRemoteConfig(ctx: RemoteConfigContext): RemoteConfig {
  let asked: Promise<void> | undefined
  let waiting: RemoteFeatures | undefined
  let isAlerted = false

  /** Whether a key vouches for it; false where the page knows none. */
  async function check(answer: ProjectConfig): Promise<boolean> {
    const keys = trustedKeys(ctx.config)
    if (keys.length === 0) return false
    const { verifyConfig } = await import('./verifyConfig.ts').catch(cause => {
      throw createError('CHUNK_FAILED', { cause })
    })
    try {
      await verifyConfig(ctx, answer, { keys, now: ctx.clock.now() })
      return true
    } catch (cause) {
      const { reason } = isLatchkeyError(cause) ? cause.context : {}
      if (!isAlerted) ctx.alert('APKT003', { reason, of: 'remote configuration' })
      isAlerted = true
      throw cause
    }
  }

  async function fetchConfig(source: string): Promise<void> {
    const api = await ctx.api()
    const answer = await api.call(getProjectConfig, { service: 'directory' })
    const isVouched = await check(answer)
    if (ctx.signal.aborted) return
    const answered = toRemoteFeatures(answer)
    void ctx.storage.write(lastGoodConfig, { source, features: answered, isVouched })
    const features = isVouched ? answered : heldFeatures(ctx.config.features, answered)
    const ignored = overridden(ctx.config.features).filter(
      flag => String(features[flag]) === String(answered[flag]),
    )
    if (ignored.length > 0)
      ctx.alert('LOCAL_CONFIG_IGNORED', { ignored, ...switchesOf(ctx.config, features) })
    ctx.remote.dispatch({ ...ctx.remote.getState(), ...turnedOff(featuresOf(ctx), features) })
    waiting = features
  }

  return {
    async ask() {
      const source = sourceOf(ctx.config)
      if (source === undefined) return
      asked ??= fetchConfig(source).catch(cause => {
        asked = undefined
        throw cause
      })
      await asked
    },
    apply() {
      if (waiting) ctx.remote.dispatch(waiting)
      waiting = undefined
    },
  }
}
