import type { LatchkeyPatch } from '../../contract/options.ts'
import type { ResolvedConfig } from '../../engine/base/config.ts'

const themed = ['themeMode', 'themePreset', 'themeVariables'] as const

/**
 * Checks the options in depth, in a lazy chunk. Logs each error, each option that lacks the endpoint it needs, the
 * colors that cannot be read, and each feature that the visitor's region disables (SPEC §1, §6; DECISIONS T13). Of a change, checks only the options it sets.
 * @throws LatchkeyError CONFIG_INVALID. A chunk that cannot be fetched is no reason to complain about options.
 */
export async function checkOptions(config: ResolvedConfig, changed?: LatchkeyPatch): Promise<void> {
  const chunk = await import('../../engine/base/validate.ts').catch(() => undefined)
  try {
    chunk?.validateConfig(config, changed)
  } catch (cause) {
    console.error(cause)
    throw cause
  }
  if (!changed) {
    const parts = await import('../../engine/base/missingParts.ts').catch(() => undefined)
    for (const part of parts?.missingParts(config) ?? []) console.warn(part)
  }
  if (!changed || themed.some(name => name in changed)) {
    const theme = await import('../theme/contrastNoticeOf.ts').catch(() => undefined)
    const notice = theme?.contrastNoticeOf(config)
    if (notice !== undefined) console.warn(notice)
  }
  const region = await import('../../engine/base/regionNotice.ts').catch(() => undefined)
  const notice = region?.regionNotice(config)
  if (notice !== undefined) console.info(notice)
}
