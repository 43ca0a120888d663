/** The exports condition under which sibling packages resolve to their TypeScript source; stripped when packing. */
export const sourceCondition = '@latchkey/source'
