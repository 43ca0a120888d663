import type { DappMetadata } from '../../../pairing/pairing.ts'
import type { EngineContext } from '../../context.ts'

/** The metadata of the page for wallets, as of when it is read: the host may change it while the client lives (DECISIONS C3). */
export function pageMetadata(ctx: Pick<EngineContext, 'config'>): DappMetadata {
  const { host, origin } = location
  return {
    get name() {
      return ctx.config.metadata?.name ?? host
    },
    get description() {
      return ctx.config.metadata?.description ?? ''
    },
    get url() {
      return ctx.config.metadata?.url ?? origin
    },
    get icons() {
      return ctx.config.metadata?.icons ?? []
    },
  }
}
