import { pageCache } from '../parts/page-cache.js';

/** Varnish with the answer in memory, as it is in Debian. It uses threads, however many workers Plinth has. */
export const peer = pageCache('varnish', 'varnishd', {
  configure: ({ behind }) => `
    vcl 4.1;
    backend bare { .host = "127.0.0.1"; .port = "${behind}"; }
    sub vcl_recv { return (hash); }
    sub vcl_hash { hash_data(regsub(req.url, "[?].*", "")); return (lookup); }
    sub vcl_backend_response { set beresp.ttl = 1h; set beresp.uncacheable = false; return (deliver); }
    sub vcl_deliver { unset resp.http.X-Varnish; unset resp.http.Via; unset resp.http.Age; }`,
  command: (file, port, folder) => [
    ...['-F', '-j', 'none', '-f', file, '-a', `127.0.0.1:${port}`],
    ...['-n', `${folder}/varnish`, '-s', 'malloc,64m'],
  ],
});
