import { devNameChainId, devNameSignerKey, devNameZone, ensPlan } from './ensPlan.ts'

/** The services' environment variables for names on the local chains. */
export const nameVariables: Readonly<Record<string, string>> = {
  NAME_ZONE: devNameZone,
  NAME_OPERATOR: 'The development stack',
  NAME_SIGNER_KEY: devNameSignerKey,
  NAME_CHAIN: `eip155:${devNameChainId}`,
  NAME_UNIVERSAL_RESOLVER: ensPlan.ensUniversalResolver.address,
  // Tests and developers register more names than a visitor does.
  NAME_REGISTRATIONS_PER_HOUR: '100000',
}
