import type { LatchkeyError } from '../../contract/error.ts'
import { createError } from '../../contract/errors/createError.ts'
import type { ResolvedConfig } from '../../engine/base/config.ts'

/** ADAPTER_NOT_FOUND for a namespace that the host gave no adapter for (SPEC §5, §8). */
export function missingAdapter(
  { adapters }: Pick<ResolvedConfig, 'adapters'>,
  namespace: string,
): LatchkeyError | undefined {
  return adapters.some(adapter => adapter.namespace === namespace)
    ? undefined
    : createError('ADAPTER_NOT_FOUND', { context: { namespace } })
}
