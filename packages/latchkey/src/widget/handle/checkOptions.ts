import type { ResolvedConfig } from '../../engine/base/config.ts'

/**
 * Checks the options in depth, in a chunk of its own, and tells the console what is wrong (SPEC §1; DECISIONS T13).
 * @throws LatchkeyError CONFIG_INVALID. A chunk that cannot be fetched is no reason to complain about options.
 */
export async function checkOptions(config: ResolvedConfig): Promise<void> {
  const chunk = await import('../../engine/base/validate.ts').catch(() => undefined)
  try {
    chunk?.validateConfig(config)
  } catch (cause) {
    console.error(cause)
    throw cause
  }
}
