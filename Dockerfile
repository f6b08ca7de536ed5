# docker build --tag firmhub .
# docker run --publish 8080:8080 --volume firmhub-data:/data firmhub
FROM golang:1.26-bookworm AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -ldflags='-s -w' -o /out/firmhub ./cmd/firmhub && mkdir -m 700 /out/data

# Certificates, time zones and the user nonroot; no shell, no package manager.
FROM gcr.io/distroless/static-debian12:nonroot
COPY --from=build /out/firmhub /usr/local/bin/firmhub
COPY --from=build --chown=nonroot:nonroot /out/data /data
ENV FIRMHUB_ADDR=:8080 FIRMHUB_DATA_DIR=/data
VOLUME /data
EXPOSE 8080
ENTRYPOINT ["firmhub"]
CMD ["serve"]
