/** Resolves sibling packages to their sources in this process, whether or not it was started under that condition. */
import { registerHooks } from 'node:module'
import { sourceCondition } from '../../scripts/sourceCondition.ts'

registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier, { ...context, conditions: [...new Set([sourceCondition, ...context.conditions])] }),
})
