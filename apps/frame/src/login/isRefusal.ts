import { CustodyRefusal } from '../keys/custodyClient.ts'

/** Whether the services refused for this reason. */
export function isRefusal(error: unknown, code: string): error is CustodyRefusal {
  return error instanceof CustodyRefusal && error.code === code
}
