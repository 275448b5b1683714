/** The settings of the HTTP server and of the process. */
import { mapped, matching, oneOf, onOff, whole } from '../base/values.ts'
import { addresses, host, httpUrl, origins, paths, portNumber } from './readers.ts'
import { optionalRow, row } from './rows.ts'

export const serverRows = {
  port: row('PORT', '3000', portNumber, 'TCP port to listen on; 0 picks a free port.'),
  host: row(
    'HOST',
    '127.0.0.1',
    host,
    'Address to listen on. Set 0.0.0.0 to accept connections from other machines.',
  ),
  baseUrl: optionalRow(
    'BASE_URL',
    httpUrl('https://trips.example'),
    'Public URL of the service, such as https://trips.example. Set it in production. Unset: ' +
      'links in responses use the host of the request, links in mails use http://HOST:PORT.',
  ),
  serviceName: row(
    'SERVICE_NAME',
    'Trips',
    matching('must be 1 to 60 characters on one line', /^[^\p{Cc}\p{Zl}\p{Zp}]{1,60}$/u),
    'Name of the service, which its pages and mails show. The sender of mails has a name of its ' +
      'own in MAIL_FROM.',
  ),
  trustedProxies: row(
    'TRUSTED_PROXIES',
    '',
    addresses,
    'Reverse proxies whose X-Forwarded-* headers are trusted: comma-separated IP addresses or ' +
      'CIDR ranges, such as 10.0.0.0/8. Set it if the service runs behind a proxy.',
  ),
  corsOrigins: row(
    'CORS_ORIGINS',
    '',
    origins,
    'Allowed origins of browser applications (CORS), comma-separated, such as ' +
      'https://app.example.',
  ),
  introspection: optionalRow(
    'INTROSPECTION',
    onOff,
    'GraphQL introspection and the schema at /schema.graphql, on or off. Turn it off to hide ' +
      'the schema from clients. Unset: on, but with GRAPHQL_ONLY there is no /schema.graphql.',
  ),
  docs: row(
    'REST_DOCS',
    'on',
    onOff,
    'REST API documentation at /docs, on or off. Its content stays public, at /openapi.json.',
  ),
  ide: row(
    'GRAPHQL_IDE',
    'on',
    onOff,
    'GraphQL IDE for browsers that open /graphql, on or off. It shows the schema only if ' +
      'INTROSPECTION is on. With GRAPHQL_ONLY, it is off.',
  ),
  trustedDocuments: row(
    'TRUSTED_DOCUMENTS',
    '',
    paths,
    'Manifests of trusted GraphQL documents, which clients call by ID: comma-separated paths of ' +
      'files, or of folders with .json files. Unset: none.',
  ),
  onlyTrustedDocuments: optionalRow(
    'GRAPHQL_ONLY',
    mapped(oneOf('trusted'), () => true),
    'trusted: other GraphQL documents are refused, except from operators. Requires ' +
      'TRUSTED_DOCUMENTS. Unset: any document may be run.',
  ),
  logLevel: row(
    'LOG_LEVEL',
    'info',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    'Lowest level that is logged: fatal, error, warn, info, debug, trace or silent.',
  ),
  stopDelay: row(
    'STOP_DELAY',
    '500',
    whole(0, 60_000),
    'Shutdown delay in milliseconds. For this long, /readyz returns 503 while new connections ' +
      'are still accepted; after that, the service exits as soon as it has been idle for the ' +
      'same time. Raise it if your load balancer probes less often.',
  ),
}
