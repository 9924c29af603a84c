# The image of the service: docs/packaging.md. Build it in the checkout:
#   docker build --tag stellwerk .
# Without the embedded PostgreSQL, for installations with DATABASE_URL:
#   docker build --tag stellwerk:external --build-arg VARIANT=external .
# With the packages that CV_OCR=on needs: --build-arg OCR=on
# BASE and BUILD_BASE can name images of your own registry. BASE needs glibc 2.28 or newer and apt-get; BUILD_BASE needs
# any Node from 20 on with npm. If npm needs settings, such as a registry, give them with --secret id=npmrc,src=$HOME/.npmrc.
ARG BASE=debian:bookworm-slim
ARG BUILD_BASE=node:24-bookworm-slim

FROM ${BUILD_BASE} AS build
ARG VARIANT=embedded
ARG OCR=off
WORKDIR /source
COPY . .
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc \
  case "$OCR" in \
    on) ocr=--with-ocr ;; \
    off) ocr= ;; \
    *) echo "OCR must be on or off" >&2; exit 1 ;; \
  esac; \
  case "$VARIANT" in \
    embedded) node packaging/production/pack.js /app $ocr ;; \
    external) node packaging/production/pack.js /app --without-postgres $ocr ;; \
    *) echo "VARIANT must be embedded or external" >&2; exit 1 ;; \
  esac

FROM ${BASE}
# The pinned Node is linked to libatomic, which slim images lack. PostgreSQL's initdb needs a name for its user.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends libatomic1 \
  && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/log/* \
  && groupadd --gid 10001 stellwerk \
  && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /data --shell /usr/sbin/nologin stellwerk \
  && install --directory --owner=10001 --group=10001 --mode=700 /data
COPY --from=build /app /app

LABEL org.opencontainers.image.title="Stellwerk" \
  org.opencontainers.image.description="A self-hostable recruiting and staffing platform with an exact integration API" \
  org.opencontainers.image.licenses="MIT" \
  org.opencontainers.image.version="0.2.0"

ENV HOST=0.0.0.0 PORT=8080 DATA_DIR=/data HOME=/data \
  PATH=/app/node_modules/.bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
WORKDIR /app
# A number, so that Kubernetes can verify that it is not root.
USER 10001:10001
VOLUME ["/data", "/tmp"]
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["/app/node_modules/.bin/node", "/app/packaging/image/healthcheck.js"]
ENTRYPOINT ["/app/node_modules/.bin/node", "/app/server/commands/stellwerk.ts"]
CMD ["start", "--empty"]
