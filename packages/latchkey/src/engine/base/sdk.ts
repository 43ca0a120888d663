/** What every call to the services says of this library: sdk type and version (SPEC §7; DECISIONS C5). */
export const sdk = { st: 'latchkey', sv: '0.0.0' } as const
