/** What a balancer and an operator ask. */
import * as v from 'valibot'
import { route } from './route.ts'

/** GET /healthz: returns 200 while the process runs. */
export const getHealth = route({
  method: 'GET',
  path: '/healthz',
  response: v.object({ status: v.literal('ok') }),
  errors: [],
})

/**
 * GET /readyz: returns 200 when the process can serve visitors. It is 503 with the reasons while it drains or its store
 * does not answer.
 */
export const getReadiness = route({
  method: 'GET',
  path: '/readyz',
  response: v.object({ status: v.literal('ready') }),
  errors: ['APKT009'],
})
