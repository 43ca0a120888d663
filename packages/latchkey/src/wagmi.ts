/** `latchkey/wagmi`: a widget and a host's wagmi config, 2 or 3, that say the same. */
export { type BindWagmiOptions, bindWagmi } from './wagmi/bindWagmi.ts'
export {
  type LatchkeyConnector,
  type LatchkeyConnectorOptions,
  latchkeyConnector,
} from './wagmi/latchkeyConnector.ts'
export type { WagmiConfig } from './wagmi/wagmiShapes.ts'
