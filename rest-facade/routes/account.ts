/** Accounts, logins and passwords (test/spec/09, 10). */
import type { Route } from '../route.ts'

export const accountRoutes: readonly Route[] = [
  // 9. Account
  { route: 'POST /v1/signup', operation: 'SignUp', status: 201 },
  { route: 'GET /v1/me', operation: 'Me' },
  { route: 'PUT,PATCH /v1/me', operation: 'UpdateMe' },
  { route: 'GET /auth/user', operation: 'AuthUser' },
  { route: 'PUT /auth/user', operation: 'ReplaceAuthUser' },
  { route: 'PATCH /auth/user', operation: 'UpdateAuthUser' },

  // 10. Login, logout, passwords
  { route: 'POST /auth', operation: 'CreateApiKey' },
  { route: 'POST /v1/auth', operation: 'CreateApiKey' },
  { route: 'POST /auth/login', operation: 'LogIn' },
  { route: 'POST /auth/logout', operation: 'LogOut' },
  { route: 'POST /auth/password/reset', operation: 'RequestPasswordReset' },
  { route: 'POST /auth/password/reset/confirm', operation: 'ConfirmPasswordReset' },
  { route: 'POST /auth/password/change', operation: 'ChangePassword' },
]
