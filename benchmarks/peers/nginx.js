import { pageCache } from '../parts/page-cache.js';

/** nginx with the answer in its proxy_cache, as it is in Debian. */
export const peer = pageCache('nginx', 'nginx', {
  configure: ({ own, behind }, folder, workers) => `
    daemon off; user root; pid ${folder}/pid; error_log stderr crit; worker_processes ${workers};
    events { worker_connections 2048; }
    http {
      access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000; server_tokens off;
      client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
      uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
      proxy_cache_path ${folder}/cache keys_zone=pages:1m; open_file_cache max=100;
      server {
        listen 127.0.0.1:${own} backlog=1024;
        location / {
          proxy_pass http://127.0.0.1:${behind}; proxy_cache pages; proxy_cache_valid any 1h; proxy_cache_key $uri;
          proxy_ignore_headers Cache-Control Expires Set-Cookie Vary;
        }
      }
    }`,
  command: (file, _port, folder) => ['-c', file, '-p', folder],
});
