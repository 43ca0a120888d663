import { createError } from '../../contract/errors/createError.ts'
import type { ResolvedConfig } from '../../engine/base/config.ts'

/** @throws LatchkeyError ADAPTER_NOT_FOUND for a namespace that the host gave no adapter for (SPEC §5, §8). */
export function requireAdapter({ adapters }: Pick<ResolvedConfig, 'adapters'>, namespace: string): void {
  if (!adapters.some(adapter => adapter.namespace === namespace))
    throw createError('ADAPTER_NOT_FOUND', { context: { namespace } })
}
