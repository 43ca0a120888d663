import type { FrameProvider } from './createProvider.ts'

/** Where the provider of a page is, once a call needed it: whoever only ends what it does not load it. */
export const providerPlace = (): { provider?: FrameProvider } => ({})
