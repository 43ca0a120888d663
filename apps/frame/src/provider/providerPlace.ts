import type { FrameProvider } from './createProvider.ts'
import type { ProviderDeps } from './deps.ts'

/** Holds the provider of a page, once a call needed it; ending its requests does not load it. */
export const providerPlace = (): { provider?: FrameProvider; deps?: ProviderDeps } => ({})
