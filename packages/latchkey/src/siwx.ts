/** `latchkey/siwx`: a host's own backend as the `siwx` option of the widget. */

export type { SiweConfig, SiweMessageInput, SiweMessageParams, SiweSession } from './contract/siweConfig.ts'
export type { Siwx, SiwxMessage, SiwxSession } from './contract/siwx.ts'
export { type BackendSiwxOptions, createBackendSiwx } from './siwx/createBackendSiwx.ts'
export { type SiweSiwx, siwxFromSiweConfig } from './siwx/siwxFromSiweConfig.ts'
